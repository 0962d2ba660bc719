/** A short tone for users who can't look at the screen: one high tone for success, two low ones for an error. */
export function beep(kind: 'yes' | 'no'): void {
  try {
    const audio = new AudioContext();
    const times = kind === 'yes' ? [0] : [0, 0.16];
    for (const at of times) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = kind === 'yes' ? 'sine' : 'square';
      tone.frequency.value = kind === 'yes' ? 1320 : 220;
      volume.gain.setValueAtTime(kind === 'yes' ? 0.12 : 0.08, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.12);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.13);
    }
    setTimeout(() => void audio.close(), 600);
  } catch {
    // If the browser doesn't allow sound yet, the result is still visible on the screen.
  }
}
