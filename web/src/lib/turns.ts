// Work of which only so much is under way at a time; the rest waits for its turn, in order.
export class Turns {
  private busy = 0;
  private waiting: (() => void)[] = [];
  constructor(private readonly most: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift(); // takes over our place
      if (next) next();
      else this.busy--;
    }
  }
}
