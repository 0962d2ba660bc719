import {
  addsNew,
  type ImportMapping,
  type ImportOptions,
  missingImportFields,
} from '@aisle/contract/system/imports/import-fields';
import type { ImportKind } from '@aisle/contract/system/imports/import-kinds';
import {
  decimalsOf,
  numberColumns,
  plainDecimal,
  unclearNumbers,
} from '@aisle/contract/system/imports/import-numbers';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Alert, Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { ButtonLink } from '../../../ui/record/screen-link.tsx';
import { StickyBar } from '../../../ui/record/sticky-bar.tsx';
import { importKindLabels, useImportableKinds } from '../import-kinds.ts';
import classes from '../imports.module.css';
import { ImportReading } from './import-reading.tsx';
import { meaningOf, missingFields, withMeaning } from './meanings.ts';
import { guessPriceUnit } from './price-unit.ts';

const samplesShown = 3;
const meaningsOf = (fields: Import['fields']) => [
  { value: '', label: "Don't import" },
  ...Object.entries(fields).map(([value, { label, required, needed }]) => ({
    value,
    label: required || needed ? `${label} *` : label,
  })),
];

/** Warns that the file looks like another kind, and links to the upload for it. */
function LikelierKind({ kind }: { kind: ImportKind }) {
  const kinds = useImportableKinds();
  const { label } = importKindLabels[kind];
  return (
    <Alert color="yellow" variant="light" role="note">
      <Text size="sm">This file looks like a list of {label.toLowerCase()}.</Text>
      {kinds.includes(kind) && (
        <ButtonLink to="/imports" search={{ kind }} variant="default" size="xs" mt="xs">
          Upload it as {label.toLowerCase()}
        </ButtonLink>
      )}
    </Alert>
  );
}

interface ImportColumnsProps {
  found: Import;
  onChecking: () => void;
}

/** Maps the columns of the file to fields, and starts the check of all rows. */
export function ImportColumns({ found, onChecking }: ImportColumnsProps) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [mapping, setMapping] = useState<ImportMapping>(found.mapping);
  const [chosen, setChosen] = useState<ImportOptions>(found.options);
  const [problems, setProblems] = useState<string[]>([]);

  const meanings = meaningsOf(found.fields);
  const samplesOf = (column: string | undefined): string[] => {
    const at = column === undefined ? -1 : found.columns.indexOf(column);
    return at < 0 ? [] : found.sample.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  };
  const prices = Object.keys(found.fields)
    .filter((field) => found.fields[field]?.shown === 'money')
    .flatMap((field) => samplesOf(mapping[field]));
  const options: ImportOptions = {
    ...(prices.length > 0 && { priceUnit: guessPriceUnit(prices) }),
    ...chosen,
  };
  // Skips blank columns beside the table.
  const columns = found.columns
    .map((column, at) => ({ column, at }))
    .filter(({ column, at }) => column !== `Column ${at + 1}` || samplesOf(column).length > 0);
  const missing = missingFields(found, mapping, options);
  const reading = { ...found, mapping, options };
  const [foundDecimals] = numberColumns(found.fields, mapping).flatMap(
    (column) => decimalsOf(column, reading) ?? [],
  );
  const [unclear] = unclearNumbers(reading);

  async function check(): Promise<void> {
    setProblems([]);
    try {
      await checking.mutateAsync({ params: { id: found._id }, body: { mapping, options } });
      onChecking();
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblems(error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message]);
    }
  }

  return (
    <>
      {(found.remembered || found.notes.length > 0) && (
        <Alert color="gray" variant="light" role="note">
          {found.remembered && (
            <Text size="sm">
              Matched using “{found.remembered.name}”, your earlier file with the same columns.
            </Text>
          )}
          {found.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      {found.likelierKind && <LikelierKind kind={found.likelierKind} />}
      <Panel title="Match columns">
        <div className="grid">
          <div className={`text-xs medium secondary ${classes.columnHead}`} aria-hidden>
            <span>Column in file</span>
            <span>First values</span>
            <span>Field</span>
          </div>
          {columns.map(({ column, at }) => (
            <div key={column} className={classes.column}>
              <span className="medium break-anywhere">{column || `Column ${at + 1}`}</span>
              <span className="text-sm secondary truncate">
                {samplesOf(column).slice(0, samplesShown).join(' · ')}
              </span>
              <Select
                aria-label={`Meaning of ${column || `column ${at + 1}`}`}
                data={meanings}
                value={meaningOf(mapping, column) ?? ''}
                searchable
                data-unused={meaningOf(mapping, column) === null || undefined}
                onChange={(field) => setMapping(withMeaning(mapping, column, field || null))}
              />
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Import options">
        <ImportReading
          found={found}
          mapping={mapping}
          options={options}
          examplePrice={prices.find((price) => plainDecimal(price, foundDecimals) !== undefined) ?? prices[0]}
          foundDecimals={foundDecimals}
          unclear={unclear?.example}
          onChange={(patch) => setChosen((before) => ({ ...before, ...patch }))}
        />
      </Panel>
      <NothingAdded
        found={found}
        mapping={mapping}
        options={options}
        onAdd={() => setChosen((before) => ({ ...before, addNew: true }))}
      />
      <StickyBar>
        <div role="status" className={classes.footText}>
          {missing.length > 0 && `Choose a column for ${missing.join(', ').toLowerCase()}.`}
          {missing.length === 0 && unclear && `Choose how numbers are written in “${unclear.column}”.`}
          {problems.map((text) => (
            <Text key={text} size="sm" c="var(--aisle-bad)">
              {text}
            </Text>
          ))}
        </div>
        <Button
          disabled={missing.length > 0 || unclear !== undefined}
          loading={checking.isPending}
          onClick={() => void check()}
        >
          Check all rows
        </Button>
      </StickyBar>
    </>
  );
}

interface NothingAddedProps {
  found: Import;
  mapping: ImportMapping;
  options: ImportOptions;
  onAdd: () => void;
}

/** Warns before the check that rows without a match will be errors, and explains why. */
function NothingAdded({ found, mapping, options, onAdd }: NothingAddedProps) {
  if (!found.adds || addsNew(found, mapping, options)) return null;
  const missing = missingImportFields(found, mapping, { ...options, addNew: true });
  const names = missing.map((field) => found.fields[field]!.label.toLowerCase());
  const hasSections = missing.length === 1 && missing[0] === 'category';
  return (
    <Alert color="yellow" variant="light" role="note">
      <Text size="sm">
        {names.length > 0 && `To add new ones, choose a column for ${names.join(', ')}`}
        {hasSections && ', choose one category for all rows, or use section names as categories'}
        {names.length > 0 && '. '}
        Rows without a match will be errors.
      </Text>
      {missing.length === 0 && (
        <Button variant="default" size="xs" mt="xs" onClick={onAdd}>
          Add them
        </Button>
      )}
    </Alert>
  );
}
