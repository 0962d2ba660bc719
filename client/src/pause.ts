/** Waits for a random time around `ms`, so that many clients don't return at once. Rejects when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      ms * (1 + Math.random() / 4),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });
}
