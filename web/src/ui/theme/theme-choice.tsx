import { SegmentedControl, useMantineColorScheme } from '@mantine/core';

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const;

export function ThemeChoice({ fullWidth = false }: { fullWidth?: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Theme"
      size="xs"
      fullWidth={fullWidth}
      data={[...schemes]}
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as (typeof schemes)[number]['value'])}
    />
  );
}
