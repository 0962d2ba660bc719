import { useSyncExternalStore } from 'react';

let audio: AudioContext | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

function context(): AudioContext | undefined {
  try {
    audio ??= new AudioContext();
    audio.onstatechange = changed;
  } catch {
    // Browsers without audio only show the card.
  }
  return audio;
}

/** Browsers play sound only after the first user interaction. */
export async function allowRinging(): Promise<void> {
  await context()
    ?.resume()
    .catch(() => undefined);
  changed();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** Whether the browser can play the sound. */
export const useCanRing = (): boolean =>
  useSyncExternalStore(subscribe, () => context()?.state === 'running');

/** Plays two short synthesized tones, so that no file has to load. Silent until the browser allows sound. */
export function ring(): void {
  if (audio?.state !== 'running') return;
  for (const [at, pitch] of [
    [0, 880],
    [0.18, 1175],
  ] as const) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const begin = audio.currentTime + at;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.25, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.16);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.17);
  }
}
