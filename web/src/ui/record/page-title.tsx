import { Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { lastSearch } from '../../core/pages/last-list.ts';
import type { Back } from '../../core/pages/screens.ts';
import { useBrand } from '../../core/session/installation.ts';
import classes from './page-title.module.css';
import { ActionIconLink } from './screen-link.tsx';

interface PageTitleProps {
  title: string;
  /** Shown beside the title: a status or a number. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Leads to the previous page; a list keeps its state. Omitted on the first level. */
  back?: Back;
}

/** The title of a page, also shown in the browser tab. */
export function PageTitle({ title, badge, actions, back }: PageTitleProps) {
  useDocumentTitle(title);
  return (
    <div className={`row gap-3 ${classes.row}`}>
      {back && <BackArrow {...back} />}
      <Title order={1} id="page-title" tabIndex={-1} className={classes.title ?? ''} dir="auto">
        {title}
      </Title>
      {badge}
      {actions && <div className={`row wrap gap-2 ml-auto ${classes.actions}`}>{actions}</div>}
    </div>
  );
}

function BackArrow({ label, ...destination }: Back) {
  const { pathname } = useRouter().buildLocation(destination);
  return (
    <ActionIconLink
      {...destination}
      search={lastSearch(pathname)}
      variant="subtle"
      color="gray"
      size={32}
      ml={-6}
      aria-label={`Back to ${label}`}
    >
      <IconArrowLeft size={20} />
    </ActionIconLink>
  );
}

export function useDocumentTitle(title: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
