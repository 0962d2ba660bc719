import {
  categoryRoutes,
  type SpecificationInput,
  specificationTypes,
} from '@aisle/contract/catalog/categories';
import { Checkbox, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { read } from '../../core/api.ts';
import { AddButton } from '../../ui/form/add-button.tsx';
import { RemoveButton } from '../../ui/form/remove-button.tsx';
import classes from './categories.module.css';
import { findNode } from './tree/category-position.ts';

/** A specification in the form; a new one has no id. */
export type SpecificationRow = Pick<z.input<typeof SpecificationInput>, '_id' | 'name' | 'type'> & {
  options: string[];
  required: boolean;
};
interface SpecificationEditorProps {
  specifications: readonly SpecificationRow[];
  onChange: (specifications: SpecificationRow[]) => void;
  /** Keyed by path: `specifications.0.name`. */
  errors: Record<string, ReactNode>;
  parentId: string | null;
}

const typeLabels = { text: 'Text', number: 'Number', option: 'One of a list' };
const typeChoices = specificationTypes.map((value) => ({ value, label: typeLabels[value] }));

/** Edits the specifications that products of a category have. */
export function SpecificationEditor(props: SpecificationEditorProps) {
  const { specifications, onChange, errors, parentId } = props;
  const set = (at: number, patch: Partial<SpecificationRow>) =>
    onChange(specifications.map((row, index) => (index === at ? { ...row, ...patch } : row)));
  return (
    <fieldset className={`grid gap-3 m-0 min-w-0 ${classes.specifications}`}>
      <legend>Specifications</legend>
      <Text size="sm" c="dimmed">
        Details to fill in for every product here and in subcategories, such as fat, origin or allergens.
      </Text>
      {parentId && <Inherited parentId={parentId} />}
      {specifications.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a specification has no id, and its name is being typed
        <div key={at} className={classes.specification}>
          <TextInput
            aria-label={`Name of specification ${at + 1}`}
            placeholder="Name"
            data-path={`specifications.${at}.name`}
            value={row.name}
            error={errors[`specifications.${at}.name`]}
            onChange={(event) => set(at, { name: event.currentTarget.value })}
          />
          <Select
            aria-label={`Type of specification ${at + 1}`}
            data={typeChoices}
            value={row.type}
            onChange={(type) =>
              set(at, { type: type as SpecificationRow['type'], ...(type !== 'option' && { options: [] }) })
            }
          />
          <RemoveButton
            label={`Remove specification ${at + 1}`}
            onClick={() => onChange(specifications.filter((_, index) => index !== at))}
          />
          {row.type === 'option' && (
            <TagsInput
              className={classes.wide ?? ''}
              aria-label={`Options of specification ${at + 1}`}
              placeholder="Type an option and press Enter"
              data-path={`specifications.${at}.options`}
              value={row.options}
              error={errors[`specifications.${at}.options`]}
              onChange={(options) => set(at, { options })}
            />
          )}
          <Checkbox
            className={classes.wide ?? ''}
            color="teal"
            size="sm"
            label="Required for every product"
            checked={row.required}
            onChange={(event) => set(at, { required: event.currentTarget.checked })}
          />
        </div>
      ))}
      <AddButton
        onClick={() =>
          onChange([...specifications, { name: '', type: 'text', options: [], required: false }])
        }
      >
        Add specification
      </AddButton>
    </fieldset>
  );
}

/** Specifications inherited from the parent categories. They are edited there, or redefined here. */
function Inherited({ parentId }: { parentId: string }) {
  const query = useQuery(read(categoryRoutes.specificationsOf, { params: { id: parentId } }));
  const held = query.data ?? [];
  const parent = useQuery({
    ...read(categoryRoutes.tree, {}),
    select: (tree) => findNode(tree, parentId)?.name,
  });
  if (held.length === 0) return null;
  return (
    <ul
      className={`plain-list grid lined text-sm ${classes.inherited}`}
      aria-label="Inherited specifications"
    >
      {held.map(({ name, type, options, required, inheritedFrom }) => (
        <li key={name}>
          <span>
            <bdi>{name}</bdi>
            <span className={classes.kind}>
              {type === 'option' ? options.join(', ') : typeLabels[type]}
              {required && ' · required'}
            </span>
          </span>
          <span className={classes.from}>
            from {inheritedFrom?.name ?? parent.data ?? 'the parent category'}
          </span>
        </li>
      ))}
    </ul>
  );
}
