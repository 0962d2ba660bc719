import { Button, Modal, Text, TextInput } from '@mantine/core';
import { IconBarcode, IconCamera } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './picking.module.css';

/** Scanners type a code within this time and end with Enter; people are slower. */
const scannerMs = 100;
const shortestCode = 6;
const checkEveryMs = 200;
const repeatedCodeMs = 1500;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
const detectors = globalThis as { BarcodeDetector?: new () => Detector };

interface PickScanProps {
  onCode: (code: string) => void;
  /** The result of the last scanned code. */
  feedback: { text: string; isWrong: boolean } | null;
}
/** Picks by code: from a scanner anywhere on the page, from typing, or from the camera if the browser supports it. */
export function PickScan({ onCode, feedback }: PickScanProps) {
  const [text, setText] = useState('');
  const [isFilming, setFilming] = useState(false);
  useScanner(onCode);
  const canFilm = 'BarcodeDetector' in globalThis && navigator.mediaDevices !== undefined;
  return (
    <div className={`flex wrap gap-1 gap-x-2 ${classes.scan}`}>
      <TextInput
        size="md"
        aria-label="Scan or type a code"
        placeholder="Scan or type a code"
        autoComplete="off"
        inputMode="numeric"
        leftSection={<IconBarcode size={20} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return;
          event.preventDefault();
          onCode(text.trim());
          setText('');
        }}
      />
      {canFilm && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconCamera size={20} />}
          onClick={() => setFilming(true)}
        >
          Camera
        </Button>
      )}
      <p
        className={`m-0 text-md medium ${classes.scanned}`}
        role="status"
        data-wrong={feedback?.isWrong || undefined}
      >
        {feedback?.text}
      </p>
      <Modal opened={isFilming} onClose={() => setFilming(false)} title="Point the camera at the barcode">
        {isFilming && <Camera onCode={onCode} />}
        <p className={`m-0 text-md medium ${classes.scanned}`} data-wrong={feedback?.isWrong || undefined}>
          {feedback?.text}
        </p>
      </Modal>
    </div>
  );
}

/** Captures scanner input while no field has focus. */
function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    let typed = '';
    let at = 0;
    function onKey(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      const isField = target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - at > scannerMs) typed = '';
      at = event.timeStamp;
      if (event.key === 'Enter' && typed.length >= shortestCode) {
        // Otherwise Enter would also press the focused button.
        event.preventDefault();
        event.stopPropagation();
        latest.current(typed);
        typed = '';
      } else if (/^[\w-]$/.test(event.key)) typed += event.key;
    }
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

function Camera({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    const stop = new AbortController();
    void film(video.current!, (code) => latest.current(code), stop.signal).catch(() =>
      setProblem("Can't use the camera. Allow it in your browser, or type the code."),
    );
    return () => stop.abort();
  }, []);
  if (problem) return <Text>{problem}</Text>;
  return <video ref={video} className={classes.camera} autoPlay playsInline muted />;
}

async function film(video: HTMLVideoElement, onCode: (code: string) => void, signal: AbortSignal) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return end();
  signal.addEventListener('abort', end);
  video.srcObject = stream;
  const detector = new detectors.BarcodeDetector!();
  let last = { code: '', at: 0 };
  while (!signal.aborted) {
    const [found] = video.readyState >= 2 ? await detector.detect(video).catch(() => []) : [];
    const isNew = found && (found.rawValue !== last.code || performance.now() - last.at > repeatedCodeMs);
    if (found && isNew) onCode(found.rawValue);
    if (found) last = { code: found.rawValue, at: performance.now() };
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
  }
}
