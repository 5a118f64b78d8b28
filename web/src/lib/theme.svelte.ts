// Light or dark: as the system has it, until somebody chooses.
class Theme {
  dark = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => this.set(event.matches));
    this.set(this.dark);
  }
  set(dark: boolean): void {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }
  toggle(): void {
    this.set(!this.dark);
  }
}

export const theme = new Theme();
