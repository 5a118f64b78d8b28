document.getElementById('app')!.textContent = 'x'; import './app.css';
