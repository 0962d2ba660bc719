/** Two short tones, made here: no file to load, and nothing to hear where there is no sound. */
export function ring(): void {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [
      [0, 880],
      [0.18, 1175],
    ] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.25, audio.currentTime + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.16);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.17);
    }
    setTimeout(() => void audio.close(), 1000);
  } catch {
    // A browser that may not sound yet: the card is there all the same.
  }
}
