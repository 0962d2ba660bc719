import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Alert, Button, Group, Select, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { fileUrlRefreshMs } from '../../core/download.ts';
import { JobWatch } from '../../ui/feedback/job-watch.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { ButtonLink } from '../../ui/record/screen-link.tsx';
import { StickyBar } from '../../ui/record/sticky-bar.tsx';
import { ImportExtras } from './import-extras.tsx';
import { importKindLabels } from './import-kinds.ts';
import { ImportState } from './import-status.tsx';
import classes from './imports.module.css';
import { ImportColumns } from './mapping/import-columns.tsx';
import { ImportDelimiter } from './mapping/import-delimiter.tsx';
import { ImportHeading } from './mapping/import-heading.tsx';
import { ImportProblems } from './result/import-problems.tsx';
import { ImportRows } from './result/import-rows.tsx';
import { ImportUndo } from './result/import-undo.tsx';
import type { ImportParts } from './upload/import-parts.ts';
import { ImportPictures } from './upload/import-pictures.tsx';

const back = { to: '/imports', label: 'Imports' } as const;
/** Polls in case a live event is missed. */
const everyMs = 2000;
const isWorking = (found: Import | undefined) =>
  found?.status === 'checking' || found?.status === 'importing' || found?.status === 'undoing';

export function ImportView({ id, parts }: { id: string; parts: ImportParts }) {
  const query = useQuery({
    ...read(importRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data) ? everyMs : fileUrlRefreshMs),
    meta: { quiet: true },
  });
  return (
    <Loaded query={query} back={back}>
      {(found) => (
        <RecordPage title={found.fileName} badge={<ImportState status={found.status} />} back={back}>
          <Stage found={found} parts={parts} />
        </RecordPage>
      )}
    </Loaded>
  );
}

/** One step at a time: columns, check, import, result. */
function Stage({ found, parts }: { found: Import; parts: ImportParts }) {
  const [isMapping, setMapping] = useState(false);
  const { status } = found;
  const mayMap = status === 'uploaded' || status === 'checked' || found.brokenAt === 'checking';
  if (status === 'uploaded' || (isMapping && mayMap)) {
    return (
      <>
        <ImportSteps at="columns" />
        <ImportSheet found={found} />
        <ImportDelimiter found={found} />
        <ImportHeading found={found} />
        <ImportPictures found={found} />
        <ImportColumns
          key={`${found._id} ${found.sheet} ${found.delimiter} ${found.headingRow}`}
          found={found}
          onChecking={() => setMapping(false)}
        />
      </>
    );
  }
  if (isWorking(found)) {
    return (
      <>
        {status !== 'undoing' && <ImportSteps at={status === 'checking' ? 'check' : 'import'} />}
        <Panel>
          {found.jobId && <JobWatch id={found.jobId} />}
          <Text size="sm" c="dimmed" mt="sm">
            You can leave this page. Find the import under Imports.
          </Text>
        </Panel>
      </>
    );
  }
  if (status === 'imported') return <Imported found={found} parts={parts} />;
  if (status === 'undone') return <Undone found={found} />;
  if (status === 'checked') return <Checked found={found} onMap={() => setMapping(true)} />;
  return <Broken found={found} onMap={() => setMapping(true)} />;
}

const namesPictures = ({ archive, mapping }: Import) => archive !== null || mapping.pictures !== undefined;

function Checked({ found, onMap }: { found: Import; onMap: () => void }) {
  const running = useWrite(importRoutes.run, { quiet: true });
  const good = (found.counts?.new ?? 0) + (found.counts?.changed ?? 0);
  return (
    <>
      <ImportSteps at="import" />
      <Panel title="Import preview">
        <ImportCounts found={found} />
      </Panel>
      <ImportExtras found={found} />
      <ImportProblems found={found} />
      {namesPictures(found) && <ImportPictures found={found} isChecked />}
      <ImportRows found={found} />
      <StickyBar>
        <span className={classes.footText}>{good === 0 ? 'Nothing to import.' : 'No changes made yet.'}</span>
        <Button variant="default" onClick={onMap}>
          Change the columns
        </Button>
        <Button
          disabled={good === 0}
          loading={running.isPending}
          onClick={() => running.mutate({ params: { id: found._id } })}
        >
          Import {pluralize(good, 'row')}
        </Button>
      </StickyBar>
      <WriteProblem error={running.error} />
    </>
  );
}

function Imported({ found, parts }: { found: Import; parts: ImportParts }) {
  const NextSteps = parts.nextSteps[found.kind];
  return (
    <>
      <ImportSteps at="done" />
      <Panel title="Imported">
        <ImportCounts found={found} />
        <Group mt="md" gap="xs">
          <ButtonLink to={importKindLabels[found.kind].list} variant="default">
            View {importKindLabels[found.kind].many}
          </ButtonLink>
          <ImportUndo found={found} />
        </Group>
      </Panel>
      <ImportProblems found={found} />
      {NextSteps && (
        <Suspense>
          <NextSteps />
        </Suspense>
      )}
      <ImportRows found={found} />
    </>
  );
}

/** The reverted rows of an undo, and the kept rows with their reasons. */
function Undone({ found }: { found: Import }) {
  return (
    <>
      <Panel title="Undone">
        <ImportCounts found={found} />
        <Text size="sm" c="dimmed" mt="sm">
          {found.undone && found.undone.kept > 0
            ? 'Rows used or changed after the import are kept and listed below.'
            : 'Everything is back to how it was before this import.'}
        </Text>
      </Panel>
      <ImportRows found={found} />
    </>
  );
}

/** The state after a stopped job. */
const remainingBy = {
  checking: 'No changes made.',
  importing: 'Rows already imported are kept. Resume to import the rest.',
  undoing: 'Rows already undone stay undone. Resume to undo the rest.',
} as const;

/** A check restarts; an import and an undo resume. */
function Broken({ found, onMap }: { found: Import; onMap: () => void }) {
  const running = useWrite(importRoutes.run, { quiet: true });
  const at = found.brokenAt ?? 'checking';
  return (
    <>
      {at !== 'undoing' && <ImportSteps at={at === 'importing' ? 'import' : 'check'} />}
      <Alert
        color="red"
        variant="light"
        title={found.status === 'cancelled' ? 'Import stopped' : 'Something went wrong'}
      >
        {found.problem && <Text size="sm">{found.problem}</Text>}
        <Text size="sm">{remainingBy[at]}</Text>
      </Alert>
      {at !== 'checking' && (
        <Panel title="So far">
          <ImportCounts found={found} />
        </Panel>
      )}
      <StickyBar>
        <span className={classes.footText} />
        {at === 'checking' && <Button onClick={onMap}>Back to columns</Button>}
        {at !== 'checking' && (
          <ImportUndo found={found} {...(at === 'undoing' && { label: 'Resume undo…' })} />
        )}
        {at === 'importing' && (
          <Button loading={running.isPending} onClick={() => running.mutate({ params: { id: found._id } })}>
            Resume import
          </Button>
        )}
      </StickyBar>
      <WriteProblem error={running.error} />
    </>
  );
}

const WriteProblem = ({ error }: { error: Error | null }) =>
  error && (
    <Alert color="red" variant="light" role="alert">
      {error.message}
    </Alert>
  );

const steps = [
  { key: 'columns', label: 'Columns' },
  { key: 'check', label: 'Check' },
  { key: 'import', label: 'Import' },
  { key: 'done', label: 'Done' },
] as const;
type ImportStep = (typeof steps)[number]['key'];

/** The steps of an import, with the current one marked. */
function ImportSteps({ at }: { at: ImportStep }) {
  const current = steps.findIndex(({ key }) => key === at);
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {steps.map(({ key, label }, index) => {
        const isOver = index < current || at === 'done';
        return (
          <li key={key} data-over={isOver || undefined} aria-current={key === at ? 'step' : undefined}>
            <span className={`inline-row justify-center text-xs ${classes.stepMark}`} aria-hidden>
              {isOver ? <IconCheck size={14} style={{ strokeWidth: 2 }} /> : index + 1}
            </span>
            {label}
            {isOver && <span className="visually-hidden"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Selects the sheet of a workbook, if several have rows. */
function ImportSheet({ found }: { found: Import }) {
  const choosing = useWrite(importRoutes.chooseSheet, { quiet: true });
  if (found.sheets.length < 2) return null;
  return (
    <Panel>
      <Select
        label="Sheet"
        description="This file has several sheets with data. Import one at a time."
        data={found.sheets}
        value={choosing.isPending ? choosing.variables.body.sheet : found.sheet}
        disabled={choosing.isPending}
        maw={420}
        onChange={(sheet) => {
          if (sheet && sheet !== found.sheet) {
            choosing.mutate({ params: { id: found._id }, body: { sheet } });
          }
        }}
      />
      {choosing.error && (
        <Text size="sm" c="var(--aisle-bad)" mt={4} role="alert">
          {choosing.error.message}
        </Text>
      )}
    </Panel>
  );
}

/** The counts of the check, the import or the undo. */
function ImportCounts({ found }: { found: Import }) {
  const { counts, status, undone } = found;
  if (!counts) return null;
  const isDone = status !== 'checked';
  const figures: (readonly [string, number, 'bad'?])[] = undone
    ? [
        ['Rows undone', undone.rows],
        ['Kept', undone.kept, 'bad'],
      ]
    : [
        ['Rows', counts.rows],
        [isDone ? 'Added' : 'New', counts.new],
        [isDone ? 'Changed' : 'To update', counts.changed],
        ['Unchanged', counts.same],
        [isDone ? 'Skipped' : 'With errors', counts.errors, 'bad'],
      ];
  return (
    <dl className={`grid gap-4 m-0 ${classes.figures}`}>
      {figures.map(([label, value, isBad]) => (
        <div key={label} data-bad={(isBad && value > 0) || undefined}>
          <dt>{label}</dt>
          <dd className="tabular">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
