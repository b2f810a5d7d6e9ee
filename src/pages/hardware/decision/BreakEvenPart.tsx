// Break-even view: serverless against dedicated.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useEffect, useEffectEvent, useState } from 'react';
import { hardwareQuery, modelsQuery } from '#api/queries.ts';
import type { Hardware } from '#api/schema/hardware.ts';
import type { Model } from '#api/schema/model.ts';
import type { RecordList } from '#api/schema/read-list.ts';
import { LoadFailure } from '#connection/LoadFailure.tsx';
import { useClient, useServiceKey, useEmbedded } from '#connection/use-client.ts';
import {
  type Choices,
  type HardwareSearch,
  type ChangeNumber,
  numberFields,
  listParams,
  withListParams,
} from '#pages/hardware/configurations/search.ts';
import { fieldOf, knownBefore, notOffered } from '#pages/hardware/configurations/use-price-history.ts';
import { priceNumber } from '#pricing/money.ts';
import type { Snapshot } from '#pricing/price-history.ts';
import { withSamplesIn } from '#pricing/sample-prices.ts';
import { throughputOf, useThroughput } from '#pricing/throughput.ts';
import { useReadUnit } from '#pricing/read-unit.ts';
import { tokenUnit, chooseTokenUnit } from '#pricing/units.ts';
import { enterTraffic, sameTraffic, trafficFromWorkload, type Traffic } from '#pricing/workload.ts';
import { Button } from '#ui/Button.tsx';
import { PanelBoundary } from '#ui/PanelBoundary.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Loading, Rest, useArrived } from '#ui/States.tsx';
import { BreakEvenChart } from './BreakEvenChart.tsx';
import { ComparisonList } from './ComparisonList.tsx';
import { comparisonNote, hardwareRows, modelRows } from './comparison-rows.ts';
import { DecisionCardActs, DecisionFigures } from './DecisionFigures.tsx';
import { FirstMonthPanel, useFirstMonth } from './FirstMonthPanel.tsx';
import { TermsPanel } from './TermsPanel.tsx';
import { SharedDecision } from './ThenNow.tsx';
import { trafficInSight, computeBreakEven } from './break-even.ts';
import { useReadDecision, type Decision, type OpenedDecision } from './decision.ts';
import {
  firstModel,
  hardwareToCompare,
  decisionSearch,
  measuredOn,
  useDecision,
  useTraffic,
} from './use-decision.ts';
import { formatCount } from '#lib/format.ts';

interface BreakEvenPartProps {
  search: HardwareSearch;
  changeSearch: (change: (before: HardwareSearch) => HardwareSearch, how: 'push' | 'replace') => void;
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  onNumber: ChangeNumber;
  hardware: RecordList<Hardware>;
  /** Fetch time, Unix milliseconds. */
  hardwareAtMs: number;
  snapshots: readonly Snapshot[];
  opened: OpenedDecision;
}

export function BreakEvenPart(props: BreakEvenPartProps) {
  const { model, open } = props.choices;
  const client = useClient();
  const models = useQuery(modelsQuery(client));
  const modelId = model ?? firstModel(models.data?.items ?? []);
  const asked = useQuery({
    ...hardwareQuery(client, modelId ?? undefined),
    enabled: modelId !== null && models.data !== undefined,
    placeholderData: keepPreviousData,
  });
  // The default hardware depends on the offers: until they are here the last decision stays, with its focus.
  const isOld = open === null && (asked.isLoading || asked.isPlaceholderData);
  const [last, setLast] = useState<Choices | null>(null);
  if (!isOld && models.data !== undefined && last !== props.choices) setLast(props.choices);
  const answer = asked.isPlaceholderData && !isOld ? undefined : asked.data;
  const offered = useMemo(() => answer && new Set(answer.items.map(({ id }) => id)), [answer]);
  const isArrived = useArrived(models.data !== undefined && (!isOld || last !== null));
  if (models.isPending || (models.data !== undefined && !isArrived))
    return (
      <div className="p-4">
        <Loading rows={14} label="Loading models" />
      </div>
    );
  if (models.data === undefined)
    return (
      <div className="p-6">
        <LoadFailure what="models" error={models.error} onRetry={() => void models.refetch()} />
      </div>
    );
  return (
    <DecisionBoard
      {...props}
      choices={isOld && last !== null ? last : props.choices}
      isOld={isOld}
      hardware={props.hardware.items}
      models={models.data.items}
      offered={offered ?? null}
      // Also while it is asked again.
      isOfferUnknown={asked.errorUpdateCount > 0 && answer === undefined}
      onCheckOffer={asked.isFetching ? null : () => void asked.refetch()}
      readAtMs={Math.min(models.dataUpdatedAt, props.hardwareAtMs)}
    />
  );
}

interface DecisionBoardProps extends Omit<BreakEvenPartProps, 'hardware' | 'hardwareAtMs'> {
  models: readonly Model[];
  hardware: readonly Hardware[];
  readAtMs: number;
  /** While the answer for another model is on its way. */
  isOld: boolean;
  /** Null if unknown. */
  offered: ReadonlySet<string> | null;
  isOfferUnknown: boolean;
  /** Null while it is checked. */
  onCheckOffer: (() => void) | null;
}

function DecisionBoard(props: DecisionBoardProps) {
  const { search, changeSearch, choices, onChange, onNumber } = props;
  const unit = useReadUnit(choices.prices);
  const models = useMemo(() => withSamplesIn(props.models, unit), [props.models, unit]);
  const { hardware, readAtMs, offered, isOfferUnknown, onCheckOffer, isOld, opened } = props;
  const serviceKey = useServiceKey();
  const toCompare = useMemo(
    () => hardwareToCompare(hardware, offered, choices.open),
    [hardware, offered, choices.open],
  );
  const settled = useDecision({ models, hardware, choices, readAtMs, offered, isOfferUnknown });
  const { own, keepOwn } = useOwnTraffic(choices);
  const moving = useTraffic(settled.terms.traffic, (traffic) => {
    keepOwn();
    onChange({ traffic, trafficOf: 'example' });
  });
  const { traffic } = moving;
  const decision = useMemo(
    () =>
      traffic === settled.terms.traffic
        ? settled
        : { ...settled, terms: { ...settled.terms, traffic, isExample: true } },
    [settled, traffic],
  );
  useReadDecision(opened, (shared) => changeSearch((before) => decisionSearch(before, shared), 'replace'));

  const unread = unreadTerms(choices.unread);
  const isUnread = unread.length > 0;
  useCarriedTraffic(ownTraffic(settled, choices), !isUnread && isTrafficEntered(choices), (carried) =>
    onChange({ ...carried, trafficOf: null }),
  );
  // Figures depend on the unit: links must include it.
  const writeUnit = useEffectEvent(() => onChange({ prices: unit }));
  useEffect(() => {
    if (choices.prices === null) writeUnit();
  }, [choices.prices]);

  const firstMonth = useFirstMonth({
    finetunePrice: priceNumber(models.find(({ id }) => id === settled.model.id)?.pricing?.finetune),
    unit,
    hardware: settled.hardware,
    replicas: choices.replicas === null ? null : computeBreakEven(decision).replicas,
    choices,
  });
  const samples = useThroughput(({ samples: all }) => all);
  const isEmbedded = useEmbedded();
  const ownMachine = hardware.find(({ sample, pricing }) => !sample && pricing?.cents_per_minute === 0)?.id;
  const machine = isEmbedded ? (ownMachine ?? 'this server') : 'the service’s own machines';
  const measured = measuredOn(machine, throughputOf(samples, serviceKey, settled.model.id));
  const against = choices.against ?? 'hardware';
  const isDrawn = !isUnread && hasLines(decision);
  const known = useMemo(
    () => knownBefore(props.snapshots, Infinity)?.records[settled.hardware.id],
    [props.snapshots, settled.hardware.id],
  );
  const rows = useMemo(
    () =>
      against === 'hardware'
        ? hardwareRows(settled, toCompare, offered)
        : modelRows(
            settled,
            models,
            (id) => measuredOn(machine, throughputOf(samples, serviceKey, id)),
            (id) => known?.[fieldOf(id)] === notOffered,
          ),
    [against, settled, toCompare, offered, models, samples, serviceKey, machine, known],
  );
  const note = useMemo(() => comparisonNote(settled, against), [settled, against]);
  return (
    <div
      data-decision=""
      aria-busy={isOld}
      // Narrow: the answer, its terms, then the chart, the table and what follows.
      className="flex min-h-0 flex-1 transition-opacity aria-busy:opacity-45 max-desk:flex-col max-desk:overflow-y-auto max-desk:*:shrink-0 max-desk:[&>*>*]:shrink-0"
    >
      <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto max-desk:contents">
        <SharedDecision
          opened={opened}
          models={props.models}
          hardware={hardware}
          readAtMs={readAtMs}
          unit={unit}
          onUnit={(chosen) => {
            chooseTokenUnit(chosen.id);
            onChange({ prices: chosen });
          }}
        />
        <DecisionFigures decision={decision} unread={unread} onCheckOffer={onCheckOffer} />
        <Rest>
          <div className="flex shrink-0 flex-wrap items-center gap-3 border-t border-line px-4 pt-3 max-desk:order-2">
            <Segmented
              aria-label="Cost of"
              value={choices.period ?? 'month'}
              onValue={(period) => onChange({ period: period === 'hour' ? 'hour' : null })}
              options={[
                { value: 'month', label: 'A month' },
                { value: 'hour', label: 'An hour' },
              ]}
            />
            {isDrawn && own !== null && (
              <Button onClick={() => onChange({ traffic: own, trafficOf: null })}>
                Back to your {formatCount(own)}
              </Button>
            )}
            {isDrawn && own === null && (
              <span className="text-dense text-muted print:hidden">
                Drag the marker
                <span className="pointer-coarse:hidden">, or move it with the arrow keys</span>.
              </span>
            )}
          </div>
          <div className="h-62 shrink-0 px-2 pt-2 max-desk:order-2">
            <PanelBoundary name="The chart">
              {!isUnread && (
                <BreakEvenChart decision={decision} end={trafficInSight(settled)} moving={moving} />
              )}
            </PanelBoundary>
          </div>
          <div className="flex min-h-64 flex-1 flex-col border-t border-line max-desk:order-2 max-desk:h-120 max-desk:flex-none max-desk:[--table-overscroll:auto] print:hidden">
            <ComparisonList
              key={against}
              against={against}
              terms={settled.terms}
              note={note}
              isUnread={isUnread}
              rows={rows}
              openId={against === 'hardware' ? settled.hardware.id : settled.model.id}
              params={listParams(search, against)}
              onParams={(params, how) =>
                changeSearch((before) => withListParams(before, against, params), how)
              }
              onAgainst={(next) => onChange({ against: next === 'models' ? 'models' : null })}
              onOpen={(id) =>
                onChange(against === 'hardware' ? { open: id } : { model: id, open: settled.hardware.id })
              }
            />
          </div>
        </Rest>
      </div>
      <aside
        aria-label="Terms of the decision"
        className="w-88 shrink-0 overflow-y-auto border-l border-line bg-panel max-desk:contents"
      >
        <Rest>
          {/* On paper the decision fits one page. */}
          <div className="max-desk:order-1 max-desk:border-t max-desk:border-line max-desk:bg-panel print:hidden">
            <TermsPanel
              models={models}
              hardware={toCompare}
              offered={offered}
              modelId={settled.model.id}
              hardwareId={settled.hardware.id}
              choices={choices}
              measured={measured}
              traffic={traffic}
              workload={isTrafficEntered(choices) ? sameTraffic(ownTraffic(settled, choices)) : null}
              unit={unit}
              onUnit={(id) => onChange({ prices: tokenUnit(id) })}
              onChange={onChange}
              onNumber={onNumber}
            />
          </div>
          <div className="max-desk:order-3 max-desk:border-t max-desk:border-line">
            {!isUnread && <DecisionCardActs decision={settled} month={firstMonth.figures} />}
            <FirstMonthPanel reading={firstMonth} choices={choices} onChange={onChange} onNumber={onNumber} />
          </div>
        </Rest>
      </aside>
    </div>
  );
}

/** What was entered, while the marker stands elsewhere. */
function useOwnTraffic({ traffic, trafficOf }: Choices) {
  const [own, setOwn] = useState<number | null>(null);
  return {
    own: trafficOf === null ? null : own,
    keepOwn: () => {
      if (trafficOf === null) setOwn(traffic);
    },
  };
}

/** Exchanges entries with the models page. */
function useCarriedTraffic(own: Traffic, isEntered: boolean, onCarried: (carried: Traffic) => void) {
  const takeOver = useEffectEvent(() => {
    const carried = trafficFromWorkload(own);
    if (carried !== null) onCarried(carried);
  });
  useEffect(() => takeOver(), []);
  const { traffic, blend, cached, cachedPrice, request } = own;
  useEffect(() => {
    if (isEntered) enterTraffic({ traffic, blend, cached, cachedPrice, request });
  }, [isEntered, traffic, blend, cached, cachedPrice, request]);
}

/** Without an example. */
function ownTraffic({ terms }: Decision, { cached, cachedPrice, request }: Choices): Traffic {
  return {
    traffic: terms.isExample === true ? null : terms.traffic,
    blend: terms.blend,
    cached,
    cachedPrice,
    request,
  };
}

function isTrafficEntered({ traffic, trafficOf, blend, cached }: Choices): boolean {
  return (traffic !== null && trafficOf === null) || blend !== null || cached !== null;
}

const otherFields = new Set(['need', 'budget', 'request', 'ftTokens', 'ftEpochs']);

/** Labels of the invalid fields. */
function unreadTerms(unread: Choices['unread']): readonly string[] {
  return Object.entries(numberFields).flatMap(([name, { label }]) =>
    name in unread && !otherFields.has(name) ? [label] : [],
  );
}

function hasLines(decision: Decision): boolean {
  const { serverless, dedicatedCost } = computeBreakEven(decision);
  return serverless.value !== null || dedicatedCost.value !== null;
}
