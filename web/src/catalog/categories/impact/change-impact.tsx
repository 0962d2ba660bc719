import { type Category, CategoryChange, categoryRoutes } from '@aisle/contract/catalog/categories';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { read } from '../../../core/api.ts';
import classes from '../categories.module.css';
import { ImpactList } from './impact-list.tsx';
import { impactLines } from './impact-text.ts';

type Change = z.input<typeof CategoryChange>;
interface ChangeImpactProps {
  category: Category;
  /** The form as it is filled in. */
  values: Pick<Change, 'status' | 'parentId' | 'taxIds' | 'specifications'>;
  applyToChildren: boolean;
}

/** What saving would do to products and to the categories below, while the form is being filled in. */
export function ChangeImpact({ category, values, applyToChildren }: ChangeImpactProps) {
  const change: Change = {
    ...(values.status !== category.status && { status: values.status }),
    ...(values.parentId !== category.parentId && { parentId: values.parentId }),
    ...((differs(values.taxIds, category.taxIds) || applyToChildren) && { taxIds: values.taxIds }),
    ...(differs(values.specifications, category.specifications) && { specifications: values.specifications }),
    ...(applyToChildren && { applyToChildren }),
  };
  const [body] = useDebouncedValue(JSON.stringify(change), 300);
  // What is only half typed is not asked about.
  const isAskable = body !== '{}' && CategoryChange.safeParse(JSON.parse(body)).success;
  const query = useQuery({
    ...read(categoryRoutes.impact, { params: { id: category._id }, body: JSON.parse(body) as Change }),
    enabled: isAskable,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const impact = isAskable ? query.data : undefined;
  const isNothing = !impact || (impactLines(impact).length === 0 && !impact.refusal);
  return (
    <div role="status" className={classes.before}>
      {!isNothing && (
        <div className={classes.warning} data-refused={impact.refusal !== null || undefined}>
          <strong>When you save</strong>
          {impact.refusal ? impact.refusal.message : <ImpactList impact={impact} />}
        </div>
      )}
    </div>
  );
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
