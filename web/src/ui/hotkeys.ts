import { useEffect, useRef } from 'react';

/** Hotkeys and their actions: 'g o' is g, then o; 'mod+k' is Ctrl or Cmd with K, which also works in fields. */
export type Hotkeys = Record<string, () => void>;
const sequenceMs = 1000;

/** The name of a key press in the notation of Hotkeys; null for keys that are part of typing. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `mod+${key}` : key;
}

/** Tracks key presses and returns the hotkey that the latest one completes. */
export function keySequence(names: () => readonly string[], now: () => number = Date.now) {
  let last: { key: string; at: number } | null = null;
  return (key: string): string | null => {
    const pair = last && now() - last.at < sequenceMs ? `${last.key} ${key}` : null;
    last = { key, at: now() };
    const hit = [pair, key].find((name) => name !== null && names().includes(name)) ?? null;
    if (hit) last = null;
    return hit;
  };
}

export function useHotkeys(hotkeys: Hotkeys): void {
  const latest = useRef(hotkeys);
  latest.current = hotkeys;
  useEffect(() => {
    const follow = keySequence(() => Object.keys(latest.current));
    const onKey = (event: KeyboardEvent) => {
      const name = keyName(event);
      if (event.defaultPrevented || name === null || event.key === 'Shift') return;
      if (!name.startsWith('mod+') && isTyping(event.target)) return;
      const hit = follow(name);
      if (!hit) return;
      event.preventDefault();
      latest.current[hit]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"]')) return true;
  const isBox = target instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(target.type);
  return target.matches('input, textarea, select') && !isBox;
}
