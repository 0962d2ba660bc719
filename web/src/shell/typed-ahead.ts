/** Should the box never come, keys are given back. */
const mostMs = 10_000;
let typed = '';
let stop: (() => void) | undefined;

/** Keeps what is typed from the key that opens a box until the box is there: nobody waits for it who types fast. */
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
  const timer = setTimeout(typedAhead, mostMs);
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
