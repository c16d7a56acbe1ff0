import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';

/** A labelled field for one line of text. Whether it is required is said in words, not by an asterisk. */
export function TextField(field: TextInputProps & { ref?: Ref<HTMLInputElement> }) {
  return <TextInput withAsterisk={false} {...field} />;
}

/** A labelled field for several lines of text, which grows with them. */
export function TextArea(field: Omit<TextareaProps, 'autosize'>) {
  return <Textarea autosize {...field} />;
}
