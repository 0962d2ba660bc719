/** A short tone for hands that are busy and eyes that are elsewhere: high for yes, low and twice for no. */
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
    // A browser that may not sound yet: what happened is to be read all the same.
  }
}
