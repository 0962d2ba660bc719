import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import classes from '../imports.module.css';

const columnsShown = 8;
const rowsBelow = 2;

/** Selects the row that names the columns, among the first rows of the file. */
export function ImportHeading({ found }: { found: Import }) {
  const choosing = useWrite(importRoutes.chooseHeading, { quiet: true });
  const [isWhole, setWhole] = useState(false);
  if (found.top.length < 2) return null;
  const at = choosing.isPending ? choosing.variables.body.row : found.headingRow;
  const index = found.top.findIndex(({ row }) => row === at);
  const shown = isWhole ? found.top : found.top.slice(0, Math.max(index + 1 + rowsBelow, 4));
  const width = Math.min(columnsShown, Math.max(...shown.map(({ cells }) => cells.length)));
  return (
    <Panel title="Headings">
      <Select
        label="Header row"
        description="Rows above it are left out."
        data={found.top.slice(0, -1).map(({ row, cells }) => ({
          value: String(row),
          label: `${row}: ${cells
            .filter((cell) => cell.trim() !== '')
            .slice(0, 4)
            .join(' · ')}`,
        }))}
        value={String(at)}
        disabled={choosing.isPending}
        maw={520}
        allowDeselect={false}
        onChange={(row) => {
          if (row && Number(row) !== found.headingRow) {
            choosing.mutate({ params: { id: found._id }, body: { row: Number(row) } });
          }
        }}
      />
      {choosing.error && (
        <Text size="sm" c="var(--aisle-bad)" mt={4} role="alert">
          {choosing.error.message}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the screen */}
      <section className={classes.top} aria-label="First rows of the file" tabIndex={0}>
        <table>
          <tbody>
            {shown.map(({ row, cells }) => (
              <tr key={row} data-heading={row === at || undefined} data-above={row < at || undefined}>
                <th scope="row">{row}</th>
                {Array.from({ length: width }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < found.top.length && (
        <Button variant="subtle" color="teal" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          Show the first {found.top.length} rows
        </Button>
      )}
    </Panel>
  );
}
