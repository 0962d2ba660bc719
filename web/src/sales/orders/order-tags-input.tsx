import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useState } from 'react';
import { useListWhenNear } from '../../ui/form/fields/list-when-near.ts';
import { useTags } from './order-owner-fields.tsx';

/** A tags input that suggests the tags in use. */
export function OrderTagsInput(props: Omit<TagsInputProps, 'data' | 'searchValue' | 'onSearchChange'>) {
  const [text, setText] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const { tags } = useTags(text, wasOpened);
  const near = useListWhenNear();
  return (
    <TagsInput
      {...near}
      maxLength={40}
      {...props}
      data={tags}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpened(true)}
    />
  );
}
