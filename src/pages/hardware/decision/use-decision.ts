// Decision state from URL, lists and price unit.
import { toTwelveDigits } from '#lib/format.ts';
import { useMemo, useEffect, useEffectEvent, useState } from 'react';
import type { Hardware } from '#api/schema/hardware.ts';
import { type Model, isSampleModel } from '#api/schema/model.ts';
import { connectionName, profileOf, serverId, type Profile } from '#connection/profiles.ts';
import { useConnections } from '#connection/store.ts';
import { useClient } from '#connection/use-client.ts';
import { byCents } from '#pages/hardware/configurations/hardware-row.ts';
import { pricedFirst } from '#pages/hardware/configurations/model-options.ts';
import { withChoices, type Choices, type HardwareSearch } from '#pages/hardware/configurations/search.ts';
import { billedPricing, isInputOnly } from '#pricing/dedicated.ts';
import { priceNumber } from '#pricing/money.ts';
import type { Throughput } from '#pricing/throughput.ts';
import { dollarsPerHour, listedPrice, totalMemory, updatedDay } from '#pricing/rate.ts';
import { useReadUnit } from '#pricing/read-unit.ts';
import { defaultTraffic } from './break-even.ts';
import type { Decision, Terms } from './decision.ts';

interface DecisionSources {
  readonly models: readonly Model[];
  readonly hardware: readonly Hardware[];
  readonly choices: Choices;
  readonly readAtMs: number;
  /** Null if unknown. */
  readonly offered: ReadonlySet<string> | null;
  /** The service was asked in vain. */
  readonly isOfferUnknown: boolean;
}

/** An unlisted id is kept, without a price. */
export function useDecision(sources: DecisionSources): Decision {
  const { models, hardware, choices, readAtMs, offered, isOfferUnknown } = sources;
  const unit = useReadUnit(choices.prices);
  const service = useServiceName();
  return useMemo(() => {
    const modelId = choices.model ?? firstModel(models) ?? 'no model';
    const hardwareId = choices.open ?? firstHardware(hardware, offered, choices.need) ?? 'no hardware';
    const listedModel = models.find(({ id }) => id === modelId);
    const listedHardware = hardware.find(({ id }) => id === hardwareId);
    const model: Model = listedModel ?? { id: modelId };
    const configuration: Hardware = listedHardware ?? { id: hardwareId };
    const warnings = [
      ...(choices.model !== null && !listedModel ? ['unlisted-model' as const] : []),
      ...(choices.open !== null && !listedHardware ? ['unlisted-hardware' as const] : []),
      ...(listedHardware && offered?.has(hardwareId) === false ? ['not-offered' as const] : []),
      ...(listedModel && listedHardware && isOfferUnknown ? ['offer-unknown' as const] : []),
      ...(isSampleModel(model) ? ['sample-model' as const] : []),
      ...(configuration.sample === true ? ['sample-hardware' as const] : []),
    ];
    const facts = {
      at: new Date(readAtMs).toISOString(),
      service,
      model: {
        ...modelFacts(model, unit.id),
        ...(choices.ftTokens !== null && { finetune: priceNumber(model.pricing?.finetune) }),
      },
      hardware: hardwareFacts(configuration),
      ...(warnings.length > 0 && { warnings }),
    };
    return makeDecision(facts, choices);
  }, [models, hardware, choices, readAtMs, offered, isOfferUnknown, unit, service]);
}

/** Of the connection in use. */
export function useServiceName(): string {
  const { connectionId } = useClient();
  return useConnections(({ profiles }) => serviceName(profiles, connectionId));
}

/** Numbered after others of its name: a decision says whose prices it has by this alone. */
export function serviceName(profiles: readonly Pick<Profile, 'id' | 'name'>[], connectionId: string): string {
  const thisServer = connectionName([], serverId);
  const own = profileOf(profiles, connectionId);
  if (own === undefined) return thisServer;
  const before = profiles.slice(
    0,
    profiles.findIndex(({ id }) => id === own.id),
  );
  const earlier = [thisServer, ...before.map(({ name }) => name)].filter((name) => name === own.name);
  return earlier.length === 0 ? own.name : `${own.name} (${earlier.length + 1})`;
}

export const defaultBlend = 3;

/** Unreadable fields get their default. */
export function makeDecision(facts: Omit<Decision, 'terms'>, choices: Choices): Decision {
  const decision = { ...withQuote(facts, choices.quote), terms: termsOf(choices) };
  const traffic = choices.traffic ?? defaultTraffic(decision);
  const isExample = choices.traffic === null || choices.trafficOf !== null;
  return { ...decision, terms: { ...decision.terms, traffic, ...(isExample && { isExample }) } };
}

/** @param quote dollars an hour */
function withQuote(facts: Omit<Decision, 'terms'>, quote: number | null): Omit<Decision, 'terms'> {
  if (quote === null) return facts;
  const { warnings = [], ...rest } = facts;
  const left = warnings.filter((warning) => warning !== 'sample-hardware');
  const { id, centsPerMinute: listed } = facts.hardware;
  const hardware = {
    id,
    centsPerMinute: (quote * 100) / 60,
    updatedAt: null,
    isQuoted: true,
    ...(listed !== null && { listed }),
  };
  return { ...rest, hardware, ...(left.length > 0 && { warnings: left }) };
}

/** @param unit the id of a token unit */
export function modelFacts(model: Pick<Model, 'id' | 'pricing' | 'type'>, unit: string): Decision['model'] {
  const { id, type } = model;
  const pricing = billedPricing(model);
  const prices = { input: priceNumber(pricing?.input), output: priceNumber(pricing?.output) };
  return { id, ...prices, unit, ...(isInputOnly(type) && { isInputOnly: true }) };
}

export function hardwareFacts(hardware: Hardware): Decision['hardware'] {
  const price = listedPrice(hardware);
  return {
    id: hardware.id,
    centsPerMinute: price.kind === 'listed' ? price.centsPerMinute : null,
    updatedAt: updatedDay(hardware),
  };
}

function termsOf(choices: Choices): Terms {
  const { replicas, used, blend, tpm, tpmAt, tpmOf, tpmOn, cached, cachedPrice, grow, period } = choices;
  return {
    replicas: replicas ?? 1,
    growth: grow ?? 'fixed',
    utilisation: (used ?? 100) / 100,
    blend: blend ?? defaultBlend,
    cachedShare: (cached ?? 0) / 100,
    cachedPrice: cachedPrice === null ? null : cachedPrice / 100,
    throughput:
      tpm === null
        ? null
        : {
            tokensPerMinute: tpm,
            measuredAt: tpmAt,
            counts: tpmOf ?? (tpmAt === null ? 'total' : 'output'),
            ...(tpmOn !== null && { machine: tpmOn }),
          },
    traffic: 0,
    period: period ?? 'month',
  };
}

/** With a token price above zero, else the first. */
export function firstModel(models: readonly Model[]): string | null {
  return pricedFirst(models)[0]?.id ?? null;
}

/**
 * The cheapest that bills, is offered and has the memory of the plan, else without it, else the first that bills,
 * else the first.
 * @param offered null if unknown
 * @param need GB
 */
export function firstHardware(
  all: readonly Hardware[],
  offered: ReadonlySet<string> | null,
  need: number | null = null,
): string | null {
  const billed = all.filter((hardware) => {
    const price = listedPrice(hardware);
    return price.kind === 'listed' && price.centsPerMinute > 0;
  });
  const rivals = billed.filter(({ id }) => offered?.has(id)).toSorted(byCents);
  const fitting = rivals.find((hardware) => (totalMemory(hardware) ?? 0) >= (need ?? 0));
  const first = fitting ?? rivals[0] ?? billed[0] ?? all[0];
  return first?.id ?? null;
}

/**
 * What to choose from for a model, what it is offered on first: a machine that bills nothing has no price to
 * compare, and is left out where the model cannot run on it.
 * @param offered null if unknown
 * @param chosen kept, so that a link opens with a warning
 */
export function hardwareToCompare(
  all: readonly Hardware[],
  offered: ReadonlySet<string> | null,
  chosen: string | null,
): readonly Hardware[] {
  if (offered === null) return all;
  return all
    .filter((hardware) => {
      const price = listedPrice(hardware);
      const isFree = price.kind === 'listed' && price.centsPerMinute === 0;
      return !isFree || offered.has(hardware.id) || hardware.id === chosen;
    })
    .toSorted((one, other) => Number(offered.has(other.id)) - Number(offered.has(one.id)));
}

export interface MeasuredThroughput extends Throughput {
  /** Id of a configuration, or words. */
  readonly machine: string;
}

export function measuredOn(machine: string, throughput: Throughput | null): MeasuredThroughput | null {
  return throughput && { ...throughput, machine };
}

const pauseMs = 300;

interface Moving {
  readonly x: number;
  readonly isKey: boolean;
  /** Any other value in the URL ends the move. */
  readonly from: number;
}

export interface MovingTraffic {
  readonly traffic: number;
  readonly move: (x: number, isKey: boolean) => void;
  readonly rest: (isKept: boolean) => void;
}

/** @param settled the URL's value */
export function useTraffic(settled: number, onSettled: (traffic: number) => void): MovingTraffic {
  const [moving, setMoving] = useState<Moving | null>(null);
  const now = moving?.from === settled ? moving : null;
  // Else it would move again once the URL has that value again.
  if (now !== moving) setMoving(null);
  const settle = useEffectEvent(() => {
    if (now !== null && now.x !== settled) onSettled(now.x);
  });
  useEffect(() => {
    if (moving === null || !moving.isKey) return undefined;
    const timer = setTimeout(() => settle(), pauseMs);
    return () => clearTimeout(timer);
  }, [moving]);
  return {
    traffic: now?.x ?? settled,
    move: (x, isKey) => setMoving({ x, isKey, from: settled }),
    rest: (isKept) => {
      if (!isKept) setMoving(null);
      else if (now !== null && now.x !== settled) onSettled(now.x);
    },
  };
}

/** Another browser may have other defaults. */
export function decisionSearch(before: HardwareSearch, { model, hardware, terms }: Decision): HardwareSearch {
  const { throughput, cachedShare, cachedPrice } = terms;
  return withChoices(
    { ...before, prices: model.unit },
    {
      model: model.id,
      open: hardware.id,
      quote:
        hardware.isQuoted === true && hardware.centsPerMinute !== null
          ? toTwelveDigits(dollarsPerHour(hardware.centsPerMinute))
          : null,
      view: 'break-even',
      replicas: terms.replicas,
      used: percent(terms.utilisation),
      blend: terms.blend,
      tpm: throughput?.tokensPerMinute ?? null,
      tpmAt: throughput?.measuredAt ?? null,
      tpmOf: throughput?.counts ?? null,
      tpmOn: throughput?.machine ?? null,
      cached: cachedShare === 0 ? null : percent(cachedShare),
      cachedPrice: cachedPrice === null ? null : percent(cachedPrice),
      traffic: terms.traffic,
      trafficOf: terms.isExample === true ? 'example' : null,
      period: terms.period === 'hour' ? 'hour' : null,
      grow: terms.growth === 'added' ? 'added' : null,
    },
  );
}

function percent(share: number): number {
  return toTwelveDigits(share * 100);
}
