// What any listed fine-tune costs in all, in the units that a person has chosen.
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { modelsQuery } from '#api/queries.ts';
import type { FineTune } from '#api/schema/fine-tune.ts';
import { useClient } from '#connection/use-client.ts';
import { priceOf, type Price } from '#pages/fine-tunes/insight/cost-meter.ts';
import { usePriceUnit } from '#pricing/price-unit.ts';
import { useTokenUnit } from '#pricing/units.ts';

/** The models are asked for by the connection check already; their prices are read from there. */
export function usePriceOf(): (record: FineTune) => Price {
  const models = useQuery({ ...modelsQuery(useClient()), enabled: false }).data;
  const { unit: priceUnit } = usePriceUnit();
  const { unit: tokenUnit } = useTokenUnit();
  return useCallback(
    (record) => {
      const pricing = models?.items.find(({ id }) => id === record.model)?.pricing;
      return priceOf({ record, priceUnit, pricing, tokenUnit });
    },
    [models, priceUnit, tokenUnit],
  );
}

/** The price where it is in dollars; null where it is not known, or nobody has chosen its unit. */
export function dollarsOf({ unit, total }: Price): number | null {
  return unit === 'dollars' ? total.value : null;
}
