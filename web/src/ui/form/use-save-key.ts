import { useEffect, useRef } from 'react';

/** Ctrl/Cmd+S, wherever the focus is. Returns the save function of the latest render, for callbacks of earlier ones. */
export function useSaveKey(save: () => void): () => void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return () => latest.current();
}
