import { Box, Button, Group } from '@mantine/core';
import { useInstall } from '../../core/install.ts';
import { useIsNarrow } from '../use-is-narrow.ts';

interface InstallHintProps {
  /** What the installed app is good for. */
  text: string;
  isDismissed: boolean;
  onDismiss: () => void;
}
/** Suggests installing the app on a phone, where the browser can. */
export function InstallHint({ text, isDismissed, onDismiss }: InstallHintProps) {
  const { way, install } = useInstall();
  const isNarrow = useIsNarrow();
  if (isDismissed || !isNarrow || !way) return null;
  return (
    <Box component="section" className="card grid gap-2" p="md" aria-label="Install Aisle">
      <strong>Install Aisle on this phone</strong>
      <p className="m-0 text-md secondary">
        {text}
        {way === 'share' && ' Tap Share in the toolbar, then “Add to Home Screen”.'}
      </p>
      <Group gap="xs">
        {way === 'button' && <Button onClick={install}>Install</Button>}
        <Button variant="default" onClick={onDismiss}>
          {way === 'button' ? 'Not now' : 'Got it'}
        </Button>
      </Group>
    </Box>
  );
}
