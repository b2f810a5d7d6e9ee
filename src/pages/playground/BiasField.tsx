// logit_bias as lines of token id and bias.
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import type { Draft } from './draft.ts';
import { changeDraft, useDraft } from './draft-store.ts';
import { fieldMark } from './field-focus.ts';

type Lines = Draft['logit_bias'];

/** Ids are the model's own; the card of a token in the output names them. */
export function BiasField({ error }: { error: string | null }) {
  const lines = useDraft((state) => state.draft.logit_bias);
  return (
    <div {...fieldMark('logit_bias')}>
      <Field
        label={<span title="Added to the logit of a token: −100 bans it, 100 forces it.">logit_bias</span>}
        error={error}
        isUnset={lines.length === 0}
      >
        <div className="grid gap-1">
          {lines.map((line, index) => (
            <BiasLine
              key={lineKey(index)}
              line={line}
              onLine={(next) => change(lines.map((each, at) => (at === index ? next : each)))}
              onRemove={() => change(lines.filter((_, at) => at !== index))}
            />
          ))}
          <div>
            <Button look="quiet" onClick={() => change([...lines, { token: '', bias: '' }])}>
              + token
            </Button>
          </div>
        </div>
      </Field>
    </div>
  );
}

function change(lines: Lines): void {
  changeDraft({ logit_bias: lines });
}

interface BiasLineProps {
  line: Lines[number];
  onLine: (line: Lines[number]) => void;
  onRemove: () => void;
}

function BiasLine({ line, onLine, onRemove }: BiasLineProps) {
  return (
    <div className="flex items-center gap-2">
      <NumberInput
        aria-label="Token id"
        emptyText="id"
        min={0}
        text={line.token}
        onText={(token) => onLine({ ...line, token })}
      />
      <NumberInput
        aria-label="Bias"
        emptyText="bias"
        text={line.bias}
        onText={(bias) => onLine({ ...line, bias })}
      />
      <IconButton icon="cross" label="Remove this bias" onClick={onRemove} />
    </div>
  );
}

// Lines have no identity of their own: where one stands is what it is.
function lineKey(index: number): string {
  return `line ${index}`;
}
