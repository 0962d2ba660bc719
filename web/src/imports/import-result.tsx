import type { Import } from '@aisle/contract/imports';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Panel } from '../ui/record-page.tsx';
import classes from './imports.module.css';

/** What the check found or the import did: five figures. */
export function ImportCounts({ found }: { found: Import }) {
  const { counts, status } = found;
  if (!counts) return null;
  const isDone = status === 'imported';
  const figures = [
    ['Rows', counts.rows],
    [isDone ? 'Added' : 'New', counts.new],
    [isDone ? 'Changed' : 'To change', counts.changed],
    ['As they are', counts.same],
    [isDone ? 'Left out' : 'With errors', counts.errors],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value], at) => (
        <div key={label} data-bad={(at === 4 && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd className="tabular">{value.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The rows that cannot be taken, and why; all of them as a file. */
export function ImportErrors({ found }: { found: Import }) {
  const total = found.counts?.errors ?? 0;
  if (total === 0 || found.errors.length === 0) return null;
  return (
    <Panel
      title="Rows with errors"
      tools={
        found.errorFileUrl && (
          <Button
            component="a"
            href={found.errorFileUrl}
            download
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} stroke={1.5} />}
          >
            Download CSV
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        They are left out. Correct them in the file you download, and import that.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.errors} tabIndex={0} aria-label="Rows with errors">
        <table>
          <thead>
            <tr>
              <th className={classes.rowNumber}>Row</th>
              <th>Column</th>
              <th>What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {found.errors.map(({ row, column, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell can be wrong in two ways
              <tr key={`${row}:${column}:${at}`}>
                <td className={classes.rowNumber}>{row}</td>
                <td>{column ?? 'Whole row'}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > new Set(found.errors.map(({ row }) => row)).size && (
        <Text size="sm" c="dimmed" mt="xs">
          The first ones of {total.toLocaleString('en-US')}.
        </Text>
      )}
    </Panel>
  );
}
