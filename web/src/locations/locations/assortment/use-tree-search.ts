import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const restMs = 250;

/** What is typed above a tree, once it rests, and how far the answers to it were read. */
export function useTreeSearch() {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), restMs);
  const search = text.trim().length > 1 && typed.length > 1 ? typed : '';
  const [further, setFurther] = useState<{ search: string; after: readonly string[] }>({
    search: '',
    after: [],
  });
  const after = further.search === search ? further.after : [];
  return {
    text,
    /** Empty until there is something to look for. */
    search,
    filter: setText,
    /** Behind what the further pages begin that were asked for. */
    after,
    goOn: (next: string) => {
      if (!after.includes(next)) setFurther({ search, after: [...after, next] });
    },
  };
}
