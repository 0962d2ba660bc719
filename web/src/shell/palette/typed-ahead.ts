/** After this time, typing works as usual again if the box never opened. */
const maxMs = 10_000;
let typed = '';
let stop: (() => void) | undefined;

/** For fast typists: buffers keys typed between the shortcut of a box and its opening. */
export function typeAhead(): void {
  stop?.();
  typed = '';
  const take = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setTimeout(typedAhead, maxMs);
  window.addEventListener('keydown', take, true);
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', take, true);
    stop = undefined;
  };
}

/** Called when the box opens: returns the buffered text once. */
export function typedAhead(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
