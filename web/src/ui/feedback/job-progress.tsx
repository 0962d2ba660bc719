import { percentage } from '@aisle/contract/core/money';
import { formatCount } from '@aisle/contract/core/pluralize';
import { Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface JobProgressProps {
  /** The task of the job: "Importing products". */
  label: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  done: number;
  /** Null until the job has counted its work. */
  total: number | null;
  /** The result, or the error. */
  children?: ReactNode;
}

/** The progress of a job, as a real percentage counted by the server. */
export function JobProgress({ label, state, done, total, children }: JobProgressProps) {
  const percent = state === 'done' ? 100 : total === null ? 0 : Math.floor(percentage(done, total));
  const color = state === 'failed' ? 'red' : 'teal';
  const words = {
    waiting: 'Waiting to start',
    running: total === null ? 'Counting' : `${percent}%`,
    done: 'Done',
    failed: 'Failed',
  };
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {words[state]}
          {state === 'running' && total !== null && ` · ${formatCount(done)} of ${formatCount(total)}`}
        </Text>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={percent} color={color} aria-label={label} animated={state === 'running'} />
      </Progress.Root>
      {children && <div style={{ marginTop: 8 }}>{children}</div>}
    </div>
  );
}
