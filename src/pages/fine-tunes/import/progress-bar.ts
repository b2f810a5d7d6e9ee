// The progress bars that trainers draw with tqdm: the only place where many consoles say the step.

/** A bar as one drawing shows it. */
export interface ProgressBar {
  readonly done: number;
  readonly total: number;
  /** What stands before the bar, as "Epoch 0"; empty for the bar of a training run. */
  readonly words: string;
}

/** The last bar that is drawn in a line; null without one. */
export function readProgressBar(text: string): ProgressBar | null {
  if (!text.includes('%|')) return null;
  const found = [...text.slice(-4000).matchAll(bars)].at(-1);
  if (found === undefined) return null;
  const [, words = '', done, total] = found;
  return { done: Number(done), total: Number(total), words: words.trim() };
}

// "  51%|█████     | 2110/4128 [1:02:03<58:00,  1.72s/it]"; the words before it end in a colon.
const bars = /(?:([^|\r\n]{0,200}?):)?\s*\d{1,3}%\|[^|\r\n]{0,400}\|\s*(\d+)\/(\d+)\s*\[\d+:\d\d/g;

/** Which bar is that of the training run, when others are drawn beside it for evaluation and data. */
export class TrainingBar {
  #total: number | null = null;
  #step = Number.NaN;
  #newest: ProgressBar | null = null;
  #hasMoved = false;

  /** The training step that the bars show; NaN before any. */
  get step(): number {
    return this.#step;
  }

  /** A bar was drawn. */
  see(bar: ProgressBar): void {
    if (bar.words !== '') return;
    this.#newest = bar;
    if (bar.total !== this.#total) return;
    this.#step = bar.done;
    this.#hasMoved = true;
  }

  /**
   * A training loss was printed: the bar before it is that of the training. Later another one takes its place only where
   * a run began again: the known bar did not move, and the new one is not at its end, as an evaluation's would be.
   */
  seeLoss(): void {
    const isOpen = this.#newest !== null && this.#newest.done < this.#newest.total;
    if (this.#newest !== null && (this.#total === null || (!this.#hasMoved && isOpen))) {
      this.#total = this.#newest.total;
      this.#step = this.#newest.done;
    }
    this.#hasMoved = false;
  }
}
