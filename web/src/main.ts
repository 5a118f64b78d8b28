import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import './timeline.css';
import './views.css';
import './print.css';
import { bench } from './lib/bench.svelte';

const target = document.getElementById('app')!;
target.replaceChildren(); // what was there to look at meanwhile
mount(App, { target });
void bench.start();
