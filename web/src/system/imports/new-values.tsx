import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import { titleCase } from '@aisle/contract/core/title-case';
import type { ImportExtra } from '@aisle/contract/system/imports/import-rows';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import classes from './imports.module.css';
import { type Replacements, ValueSelect, withValue } from './value-select.tsx';

interface NewValuesProps {
  found: Import;
  extra: ImportExtra;
}

/** The categories or brands that the import adds: each, or several at once, can be replaced by an existing one. */
export function NewValues({ found, extra: { key, count, names } }: NewValuesProps) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [chosen, setChosen] = useState<Replacements>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isCategory = key === 'categories';
  const field = isCategory ? 'category' : 'brand';
  const noun = isCategory ? 'categories' : 'brands';
  // The levels above a category of the file have no rows and follow it.
  const replaceable = names.filter(({ rows }) => rows > 0).map(({ name }) => name);
  const changes = Object.keys(chosen).length;

  function check(options: Partial<Import['options']>): void {
    const body = { mapping: found.mapping, options: { ...found.options, ...options } };
    checking.mutate({ params: { id: found._id }, body });
  }
  const toggle = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    setSelected(next);
  };
  const replace = (which: Iterable<string>, value: string | null) =>
    setChosen((before) =>
      [...which].reduce((all, name) => withValue(all, name.toLowerCase(), value), before),
    );
  const isAll = replaceable.length > 0 && replaceable.every((name) => selected.has(name));

  return (
    <Panel title={`New ${noun}: ${formatCount(count)}`}>
      <Text size="sm" c="dimmed" mb="sm">
        Added with the import. Choose existing {noun} instead where they mean the same.
      </Text>
      {isCategory && (
        <TitleCase
          names={names.map(({ name }) => name)}
          isOn={found.options.titleCase === true}
          isRunning={checking.isPending}
          onChange={(isOn) => check({ titleCase: isOn })}
        />
      )}
      <div className={`row wrap gap-3 ${classes.newValuesBar}`}>
        <Checkbox
          color="teal"
          label={selected.size > 0 ? `${formatCount(selected.size)} selected` : 'Select all'}
          checked={isAll}
          indeterminate={selected.size > 0 && !isAll}
          onChange={() => setSelected(new Set(isAll ? [] : replaceable))}
        />
        {selected.size > 0 && (
          <ValueSelect
            importId={found._id}
            field={field}
            placeholder={`Use an existing ${isCategory ? 'category' : 'brand'}`}
            label={`Use instead of the ${formatCount(selected.size)} selected ${noun}`}
            value={null}
            onChange={(value) => {
              if (value === null) return;
              replace(selected, value);
              setSelected(new Set());
            }}
          />
        )}
      </div>
      <ul className={classes.extras}>
        {names.map(({ name, rows }) => (
          <li key={name}>
            {rows > 0 ? (
              <Checkbox
                color="teal"
                className={classes.newValue}
                label={
                  <>
                    {name} <span className="text-xs secondary">{pluralize(rows, 'row')}</span>
                  </>
                }
                checked={selected.has(name)}
                onChange={() => toggle(name)}
              />
            ) : (
              <span>{name}</span>
            )}
            {rows > 0 && (
              <ValueSelect
                importId={found._id}
                field={field}
                placeholder="Add as new"
                label={`Use instead of ${name}`}
                value={chosen[name.toLowerCase()] ?? null}
                onChange={(value) => replace([name], value)}
              />
            )}
          </li>
        ))}
      </ul>
      {names.length < count && (
        <Text size="sm" c="dimmed" mt="sm">
          The first {formatCount(names.length)} of {formatCount(count)}.
        </Text>
      )}
      {checking.error && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {checking.error.message}
        </Text>
      )}
      {changes > 0 && (
        <div className="flex justify-end mt-4">
          <Button
            loading={checking.isPending}
            onClick={() => {
              const { values = {} } = found.options;
              check({ values: { ...values, [field]: { ...values[field], ...chosen } } });
            }}
          >
            Replace {pluralize(changes, isCategory ? 'category' : 'brand', noun)} and check again
          </Button>
        </div>
      )}
    </Panel>
  );
}

interface TitleCaseProps {
  names: readonly string[];
  isOn: boolean;
  isRunning: boolean;
  onChange: (isOn: boolean) => void;
}
/** Offers title case if a name isn't written that way. */
function TitleCase({ names, isOn, isRunning, onChange }: TitleCaseProps) {
  const written = (path: string) => path.split(' > ').map(titleCase).join(' > ');
  const example = names.find((name) => written(name) !== name);
  if (!isOn && example === undefined) return null;
  return (
    <div className="row wrap gap-2 mb-2">
      <Button variant="default" size="sm" loading={isRunning} onClick={() => onChange(!isOn)}>
        {isOn || example === undefined
          ? 'Write names as in the file'
          : `Use title case: ${written(example).split(' > ').at(-1)}`}
      </Button>
    </div>
  );
}
