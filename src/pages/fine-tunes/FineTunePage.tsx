// One fine-tune: header, charts, timeline, checkpoints, parameters, record.
import { Link } from '@tanstack/react-router';
import { Failed, Loading } from '#ui/States.tsx';
import { Section } from './Section.tsx';
import type { FineTuneSearch } from './search.ts';
import { EventsPart } from './timeline/EventsPart.tsx';
import { useFineTune, type OpenFineTune } from './use-fine-tune.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';

interface FineTunePageProps {
  id: string;
  search: FineTuneSearch;
  /** Changes the named parts of the address; undefined takes one away. */
  changeSearch: (change: FineTuneSearch, how: 'push' | 'replace') => void;
}

/** Answers loading, failed, unknown and gone; the parts are handed what there is. */
export function FineTunePage({ id, search, changeSearch }: FineTunePageProps) {
  const { open, all, freshness } = useFineTune(id);
  if (open !== null && all !== undefined) {
    return <FineTuneParts open={open} all={all} search={search} changeSearch={changeSearch} />;
  }
  if (all === undefined && freshness.error === null) {
    return (
      <div className="p-4">
        <Loading rows={16} label="Loading the fine-tune" />
      </div>
    );
  }
  return (
    <div className="p-6">
      <Failed
        title={all === undefined ? 'The fine-tunes could not be loaded.' : 'There is no such fine-tune here.'}
        onRetry={freshness.refresh}
        act={<Link to="/fine-tunes">All fine-tunes</Link>}
      >
        {freshness.error?.message ?? `The service lists no fine-tune with the id ${id}.`}
      </Failed>
    </div>
  );
}

/** What every part of the page is handed. */
export interface FineTunePartProps {
  open: OpenFineTune;
  /** Every fine-tune that is listed. */
  all: readonly FineTune[];
  search: FineTuneSearch;
  changeSearch: FineTunePageProps['changeSearch'];
}

function FineTuneParts({ open, search, changeSearch }: FineTunePartProps) {
  const { fineTune, events, checkpoints } = open;
  return (
    <div className="grid gap-4 p-4">
      <header>
        <h2 className="text-heading font-strong">{fineTune.model_output_name ?? fineTune.id}</h2>
      </header>
      {/* Charts at the left, events beside them; on a narrow screen one after the other. */}
      <div className="grid gap-x-6 gap-y-4 desk:grid-cols-[minmax(0,1fr)_24rem]">
        <Section title="Curves">{null}</Section>
        <Section title="Events" note={events.length}>
          <EventsPart open={open} search={search} changeSearch={changeSearch} />
        </Section>
      </div>
      <Section title="Checkpoints" note={checkpoints.items?.length}>
        {null}
      </Section>
      <Section title="Parameters">{null}</Section>
      <Section title="Record">{null}</Section>
    </div>
  );
}
