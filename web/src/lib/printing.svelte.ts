// Whether the page is being printed: views that show on the screen only what is in sight then show all of it.
import { flushSync } from 'svelte';

class Printing {
  now = $state(false);

  constructor() {
    const media = matchMedia('print');
    media.addEventListener('change', () => {
      this.now = media.matches;
      flushSync(); // the paper does not wait
    });
  }
}

export const printing = new Printing();
