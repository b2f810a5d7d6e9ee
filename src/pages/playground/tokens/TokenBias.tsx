// Ban or boost of one token by logit_bias.
import { useState } from 'react';
import { changeDraft, useDraft } from '#draft/draft-store.ts';
import { trueMinus } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { NumberInput } from '#ui/NumberInput.tsx';
import { isWithin, parseNumber } from '#ui/number-text.ts';
import { biasOf, withBias } from './bias-lines.ts';

interface TokenBiasProps {
  /** In digits. */
  id: string | null;
  model: string;
  isOtherModel: boolean;
}

/** Disabled without an id or for another model: ids are model-specific. */
export function TokenBias({ id, model, isOtherModel }: TokenBiasProps) {
  const [boost, setBoost] = useState('5');
  const bias = useDraft((state) => (id === null ? null : biasOf(state.draft.logit_bias, id)));
  const why = reasonAgainst(id, model, isOtherModel);
  const amount = parseNumber(boost);
  const isOff = why !== null || id === null;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-1.5">
        <Button
          disabled={isOff || bias === '-100'}
          title={why ?? 'A bias of −100 in the next request'}
          onClick={() => id !== null && setBias(id, '-100')}
        >
          Ban
        </Button>
        <Button
          disabled={isOff || typeof amount !== 'number' || !isWithin(amount, biasLimits)}
          title={why ?? undefined}
          onClick={() => id !== null && typeof amount === 'number' && setBias(id, String(amount))}
        >
          Boost by
        </Button>
        <NumberInput
          aria-label="Bias that boosts"
          emptyText="bias"
          {...biasLimits}
          disabled={isOff}
          text={boost}
          onText={setBoost}
        />
        {bias !== null && id !== null && (
          <Button
            look="quiet"
            title="Takes the bias out of the next request"
            onClick={() => setBias(id, null)}
          >
            Remove {trueMinus(bias)}
          </Button>
        )}
      </div>
      {why !== null && <p className="text-dense text-muted">{why}</p>}
    </div>
  );
}

const biasLimits = { min: -100, max: 100 };

function reasonAgainst(id: string | null, model: string, isOtherModel: boolean): string | null {
  if (id === null) return 'Ban and boost need an id, and the service sent none.';
  if (isOtherModel) return `Ban and boost are off: ids of ${model} mean different tokens to the next model.`;
  return null;
}

/**
 * @param id in digits
 * @param bias null removes it
 */
function setBias(id: string, bias: string | null): void {
  changeDraft({ logit_bias: withBias(useDraft.getState().draft.logit_bias, id, bias) });
}
