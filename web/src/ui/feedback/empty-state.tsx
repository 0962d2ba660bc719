import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Omitted if the page title says it. */
  title?: string;
  /** Explains what will appear here, and the first step. */
  text?: string | undefined;
  children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" role="status">
      {title && (
        <Text fw={600} size="lg" component="p" m={0}>
          {title}
        </Text>
      )}
      {text && (
        <Text c="dimmed" ta="center" maw={420} component="p" m={0}>
          {text}
        </Text>
      )}
      {children && <div style={{ marginTop: 8 }}>{children}</div>}
    </Stack>
  );
}
