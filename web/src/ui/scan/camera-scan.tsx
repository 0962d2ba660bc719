import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { detectorClass } from './can-scan.ts';

const everyMs = 200;
/** How long a code that stays in view counts as one scan. */
const sameForMs = 2000;

/** Reads every code shown to the camera until the user closes it. */
export function CameraScan({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const seen = { code: '', at: 0 };
    async function begin(): Promise<void> {
      const Found = detectorClass();
      if (!Found) return;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const node = video.current;
      if (!node || isOver) return stop();
      node.srcObject = stream;
      await node.play();
      const detector = new Found();
      const look = async () => {
        const [code] = await detector.detect(node).catch(() => []);
        const isNew = code && (code.rawValue !== seen.code || Date.now() - seen.at > sameForMs);
        if (code) Object.assign(seen, { code: code.rawValue, at: Date.now() });
        if (isNew && !isOver) latest.current(code.rawValue);
        if (!isOver) timer = setTimeout(() => void look(), everyMs);
      };
      await look();
    }
    function stop(): void {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    begin().catch(() => setProblem("Can't use the camera. Allow it in your browser, or type the code."));
    return stop;
  }, []);
  return (
    <Modal opened onClose={onClose} title="Scan with the camera">
      <Stack gap="md">
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : (
          <video ref={video} muted playsInline style={{ width: '100%', borderRadius: 8, background: '#000' }}>
            <track kind="captions" />
          </video>
        )}
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Stack>
    </Modal>
  );
}
