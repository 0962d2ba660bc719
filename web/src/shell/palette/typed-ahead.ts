/** If the box never opens, typing works as usual again. */
const maxMs = 10_000;
let typed = '';
let stop: (() => void) | undefined;

/** Buffers typing from the key that opens a box until the box is there, for fast typists. */
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

/** The box is there: gives what was typed meanwhile, once. */
export function typedAhead(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
