import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { bench } from './lib/bench.svelte';

mount(App, { target: document.getElementById('app')! });
void bench.start();
