import { useEffect, useState } from 'react';

/** Smaller movements are ignored as jitter. */
const minPixels = 8;

/** Whether the page was last scrolled down; false at its top. */
export function useScrollsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const next = Math.max(0, window.scrollY);
      if (Math.abs(next - last) < minPixels) return;
      setDown(next > last);
      last = next;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isDown;
}
