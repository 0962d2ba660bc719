import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { ImportExtra } from '@aisle/contract/system/imports/import-rows';
import { type Import, importRoutes } from '@aisle/contract/system/imports/imports';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { Panel } from '../../ui/record/record-page.tsx';
import classes from './imports.module.css';
import { NewValues } from './new-values.tsx';
import { ValueSelect, withValue } from './value-select.tsx';

const words = {
  unknownTaxes: {
    label: 'Unknown taxes',
    text: 'Rows with these are errors. Choose the tax that each of them means.',
    field: 'taxes',
    placeholder: 'Choose a tax',
  },
  categories: {
    label: 'New categories',
    text: 'Added with the import. Choose one of yours instead where it means the same.',
    field: 'category',
    placeholder: 'Add as new',
  },
  brands: {
    label: 'New brands',
    text: 'Added with the import. Choose one of yours instead where it means the same.',
    field: 'brand',
    placeholder: 'Add as new',
  },
  untaxed: {
    label: 'Products without tax',
    text: "These categories have no tax, so their new products pay none. Set taxes on the categories' page.",
    field: null,
  },
  unusedPictures: {
    label: 'Unused pictures',
    text: "No row names these files of the ZIP. They aren't imported.",
    field: null,
  },
  shortPostalCodes: {
    label: 'Short postal codes',
    text: 'A spreadsheet has cut off a digit. These are imported as they are: correct them in the file or afterwards.',
    field: null,
  },
  leftOut: {
    label: 'Rows left out',
    text: "Section names, repeated headings, totals and page numbers. They aren't imported.",
    field: null,
  },
  unpriced: {
    label: 'Rows not for sale',
    text: "These rows have no price in US dollars, or only group other rows. They aren't imported.",
    field: null,
  },
  shortened: {
    label: 'Shortened categories',
    text: 'A category has up to 3 levels. Products of these keep the last 3. Choose one of yours instead where it fits better.',
    field: 'category',
    placeholder: 'Keep the last 3',
  },
} as const;

/** Values of the file that can be replaced in a panel of their own, instead of behind a count. */
const shownApart: ImportExtra['key'][] = ['categories', 'brands'];

/** The records that the import creates besides its rows, and the rows without tax; each other count opens its list. */
export function ImportExtras({ found }: { found: Import }) {
  const [open, setOpen] = useState<ImportExtra>();
  const present = found.extras.filter(({ count }) => count > 0);
  const apart = found.status === 'checked' ? present.filter(({ key }) => shownApart.includes(key)) : [];
  const shown = present.filter((extra) => !apart.includes(extra));
  const matched = Object.values(found.options.values ?? {}).flatMap((values) => Object.keys(values)).length;
  return (
    <>
      {apart.map((extra) => (
        // After another check, the choices of the former one are part of the options.
        <NewValues key={`${extra.key} ${JSON.stringify(found.options)}`} found={found} extra={extra} />
      ))}
      {(shown.length > 0 || matched > 0) && (
        <Panel title="Also created">
          <Group gap="sm">
            {shown.map((extra) => (
              <Button key={extra.key} variant="default" onClick={() => setOpen(extra)}>
                {words[extra.key].label}: {formatCount(extra.count)}
              </Button>
            ))}
            {matched > 0 && <MatchedValues found={found} count={matched} />}
          </Group>
          {open && <ExtraList found={found} extra={open} onClose={() => setOpen(undefined)} />}
        </Panel>
      )}
    </>
  );
}

/** The values of the file that are replaced by stored values, and a way to undo that. */
function MatchedValues({ found, count }: { found: Import; count: number }) {
  const checking = useWrite(importRoutes.dryRun);
  const { values: _, ...options } = found.options;
  return (
    <>
      <Text size="sm" c="dimmed">
        {pluralize(count, 'value')} matched with yours.
      </Text>
      <Button
        variant="subtle"
        color="teal"
        size="compact-sm"
        loading={checking.isPending}
        onClick={() =>
          checking.mutate({ params: { id: found._id }, body: { mapping: found.mapping, options } })
        }
      >
        Forget them
      </Button>
    </>
  );
}

interface ExtraListProps {
  found: Import;
  extra: ImportExtra;
  onClose: () => void;
}
/** The names behind a count; some can be replaced by stored values. */
export function ExtraList({ found, extra, onClose }: ExtraListProps) {
  const checking = useWrite(importRoutes.dryRun, { quiet: true });
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const about = words[extra.key];
  const { label, text, field } = about;
  const count = Object.keys(chosen).length;

  function check(): void {
    const { values = {} } = found.options;
    const options =
      field === null
        ? { ...found.options, rowsBetween: 'read' as const }
        : { ...found.options, values: { ...values, [field]: { ...values[field], ...chosen } } };
    checking.mutate(
      { params: { id: found._id }, body: { mapping: found.mapping, options } },
      { onSuccess: onClose },
    );
  }
  return (
    <Modal opened onClose={onClose} title={label} size={640}>
      <Text size="sm" c="dimmed" mb="md">
        {text}
      </Text>
      <ul className={classes.extras}>
        {extra.names.map(({ name, rows }) => (
          <li key={name}>
            <span>
              {name} {rows > 0 && <span className="text-xs secondary">{pluralize(rows, 'row')}</span>}
            </span>
            {about.field && rows > 0 && (
              <ValueSelect
                importId={found._id}
                field={about.field}
                placeholder={about.placeholder}
                label={`Use instead of ${name}`}
                value={chosen[name.toLowerCase()] ?? null}
                onChange={(value) => setChosen((before) => withValue(before, name.toLowerCase(), value))}
              />
            )}
          </li>
        ))}
      </ul>
      {extra.names.length < extra.count &&
        (field || ['unusedPictures', 'leftOut', 'unpriced'].includes(extra.key)) && (
          <Text size="sm" c="dimmed" mt="sm">
            The first {formatCount(extra.names.length)} of {formatCount(extra.count)}.
          </Text>
        )}
      {checking.error && (
        <Text size="sm" c="var(--aisle-bad)" role="alert">
          {checking.error.message}
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {field && (
          <Button disabled={count === 0} loading={checking.isPending} onClick={check}>
            Check again
          </Button>
        )}
        {extra.key === 'leftOut' && found.status === 'checked' && (
          <Button loading={checking.isPending} onClick={check}>
            Read them as rows
          </Button>
        )}
      </Group>
    </Modal>
  );
}
