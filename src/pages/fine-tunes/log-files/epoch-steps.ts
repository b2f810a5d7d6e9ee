// Steps of a whole run from those of bars and lines that start over in every epoch.

/** An epoch, or total, is NaN where unknown. */
export class EpochSteps {
  #first: number | null = null;
  #epoch = Number.NaN;
  #done = 0;
  #total = Number.NaN;
  #before = 0;
  /** Steps before each epoch, for a restart. */
  readonly #starts = new Map<number, number>();

  /** "Epoch 2: 10%|…| 10/100" is step 210; a bar without an epoch starts the next one after its end. */
  ofBar(epoch: number, done: number, total: number): number {
    if (Number.isNaN(epoch) || Number.isNaN(total)) return this.#count(epoch, done, total);
    this.#first ??= epoch === 1 ? 1 : 0;
    return Math.max(0, epoch - this.#first) * total + done;
  }

  /** The steps of most lines go on over all epochs; without an epoch, they start over only after a restart. */
  ofLine(epoch: number, done: number, total: number): number {
    return this.#count(epoch, done, Number.isNaN(epoch) ? Number.NaN : total);
  }

  #count(epoch: number, done: number, total: number): number {
    const hasEnded = Number.isNaN(epoch)
      ? done < this.#done && this.#done === this.#total
      : epoch > this.#epoch;
    if (hasEnded && done <= this.#done)
      this.#before += Number.isNaN(this.#total) ? this.#done + (done === 0 ? 1 : 0) : this.#total;
    else if (done < this.#done && !(epoch >= this.#epoch))
      this.#before = this.#starts.get(Math.floor(epoch)) ?? 0;
    if (!this.#starts.has(Math.floor(epoch))) this.#starts.set(Math.floor(epoch), this.#before);
    [this.#epoch, this.#done, this.#total] = [epoch, done, total];
    return this.#before + done;
  }
}
