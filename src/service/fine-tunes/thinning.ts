// Fewer of many, evenly: which steps of a long training get an event, and which rows a coarse reader gets.

/** Trainings of more steps tell of every second, third, … step only. */
const MOST_STEP_EVENTS = 400;

/** Whether a step gets an event: every one of up to 400 steps; of more, the first, the last and evenly between. */
export function isTold(step: number, totalSteps: number): boolean {
  const stride = Math.max(1, Math.ceil(totalSteps / MOST_STEP_EVENTS));
  return step === 1 || step === totalSteps || step % stride === 0;
}

/** At most `count` of the elements at equal distances, the first and the last among them; one alone is the last. */
export function thinned<T>(elements: readonly T[], count: number): readonly T[] {
  if (elements.length <= count) return elements;
  if (count === 1) return elements.slice(-1);
  const distance = (elements.length - 1) / (count - 1);
  const kept = new Set(Array.from({ length: count }, (_, index) => Math.round(index * distance)));
  return elements.filter((_, index) => kept.has(index));
}
