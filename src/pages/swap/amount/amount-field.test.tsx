import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FixtureContext } from '../../../testing/fixtures/fixture-context.tsx'
import { AmountField } from './amount-field.tsx'

interface FieldProps {
  decimals: number
  onReport: (value: string) => void
}

function Field({ decimals, onReport }: FieldProps) {
  const [value, setValue] = useState('')
  return (
    <AmountField
      label="Amount"
      value={value}
      decimals={decimals}
      onChange={(next) => {
        onReport(next)
        setValue(next)
      }}
    />
  )
}

function setUp({ locale = 'en', decimals = 6 } = {}) {
  const reported: string[] = []
  render(
    <FixtureContext config={{ locale }}>
      <Field decimals={decimals} onReport={(value) => reported.push(value)} />
    </FixtureContext>,
  )
  return {
    field: screen.getByLabelText<HTMLInputElement>('Amount'),
    reported,
    last: () => reported.at(-1),
    user: userEvent.setup(),
  }
}

it('keeps the typed text and reports its canonical value', async () => {
  const { field, reported, user } = setUp()
  await user.type(field, '1.50')
  expect(field.value).toBe('1.50')
  expect(reported.at(-1)).toBe('1.5')
})

it('prepends a zero to an amount that starts with a point', async () => {
  const { field, reported, user } = setUp()
  await user.type(field, '.5')
  expect(field.value).toBe('0.5')
  expect(reported.at(-1)).toBe('0.5')
})

it('accepts a decimal comma in every locale and shows the locale’s separator', async () => {
  const english = setUp({ locale: 'en' })
  await english.user.type(english.field, '1,5')
  expect(english.field.value).toBe('1.5')
  expect(english.reported.at(-1)).toBe('1.5')
})

it('shows a decimal comma in German', async () => {
  const { field, reported, user } = setUp({ locale: 'de' })
  await user.type(field, '1.25')
  expect(field.value).toBe('1,25')
  expect(reported.at(-1)).toBe('1.25')
})

it("truncates digits beyond the token's decimals", async () => {
  const { field, reported, user } = setUp({ decimals: 2 })
  await user.type(field, '1.2345')
  expect(field.value).toBe('1.23')
  expect(reported.at(-1)).toBe('1.23')
})

it('drops characters that are not part of a number', async () => {
  const { field, reported, user } = setUp()
  await user.type(field, '1e5-x2')
  expect(field.value).toBe('152')
  expect(reported.at(-1)).toBe('152')
})

it('parses a pasted amount with groups and a unit', async () => {
  const { field, reported, user } = setUp()
  await user.click(field)
  await user.paste('1,234.5 USDC')
  await waitFor(() => expect(field.value).toBe('1,234.5'))
  expect(reported.at(-1)).toBe('1234.5')
})

it('keeps typed text while an earlier paste is still being parsed', async () => {
  const { field, reported, user } = setUp()
  await user.click(field)
  fireEvent(field, Object.assign(createInputEvent(field, '1,234.5'), { inputType: 'insertFromPaste' }))
  fireEvent(field, Object.assign(createInputEvent(field, '7'), { inputType: 'insertText', data: '7' }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reported).toEqual(['7'])
})

it('has a decimal keypad and a font size that prevents zooming on phones', () => {
  const { field } = setUp()
  expect(field.inputMode).toBe('decimal')
  expect(field.type).toBe('text')
})

it.each([
  ['insertFromPaste', '1,234', '1234'],
  ['insertFromDrop', '1,234', '1234'],
  ['insertReplacementText', '1,234.5', '1234.5'],
  ['insertText', '1,234', '1234'],
  ['', '1,234', '1234'],
])('parses grouped digits that arrive by "%s"', async (inputType, text, value) => {
  const { field, reported } = setUp()
  fireEvent(field, Object.assign(createInputEvent(field, text), { inputType }))
  await waitFor(() => expect(reported).toEqual([value]))
})

it('parses text that a keyboard composes key by key', () => {
  const { field, reported } = setUp()
  for (const text of ['1', '1,', '1.2', '1.23', '1.234']) {
    fireEvent(
      field,
      Object.assign(createInputEvent(field, text), { inputType: 'insertCompositionText', data: text }),
    )
  }
  expect(reported.at(-1)).toBe('1.234')
})

it('can be cleared by a deletion', () => {
  const { field, reported } = setUp()
  fireEvent(field, Object.assign(createInputEvent(field, '7'), { inputType: 'insertText', data: '7' }))
  fireEvent(field, Object.assign(createInputEvent(field, ''), { inputType: 'deleteContentBackward' }))
  expect(reported).toEqual(['7', ''])
})

/** Creates the input event of a browser that has changed the text of a field. */
function createInputEvent(field: HTMLInputElement, text: string): Event {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  return new Event('input', { bubbles: true })
}

it('keeps the whole estimate selected when a newer one arrives', async () => {
  const reported: string[] = []
  const field = (estimate: bigint) => (
    <FixtureContext>
      <AmountField
        label="Amount"
        value=""
        decimals={6}
        estimate={estimate}
        onChange={(next) => reported.push(next)}
      />
    </FixtureContext>
  )
  const { rerender } = render(field(2_838_120_000n))
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.click(input)
  input.select()
  rerender(field(2_839_000_000n))
  expect(input.value).toBe('2,839')
  await userEvent.keyboard('5')
  expect(reported).toEqual(['5'])
  input.setSelectionRange(1, 1)
  rerender(field(2_840_000_000n))
  expect(input.selectionStart).toBe(input.selectionEnd)
})

/** The text of a field with "|" at the caret. */
function withCaret({ value, selectionEnd }: HTMLInputElement): string {
  return `${value.slice(0, selectionEnd ?? 0)}|${value.slice(selectionEnd ?? 0)}`
}

it.each([
  ['en', '25750977.40', '25,750,977.40', '25750977.4'],
  ['de', '25750977,40', '25.750.977,40', '25750977.4'],
  // Indian grouping, and a locale that groups only from five digits on.
  ['hi', '25750977.40', '2,57,50,977.40', '25750977.4'],
  ['es', '2575', '2575', '2575'],
  ['es', '25750', '25.750', '25750'],
  // The keypad has the other separator.
  ['en', '1234,5', '1,234.5', '1234.5'],
  ['de', '1234.5', '1.234,5', '1234.5'],
])('groups the digits of a typed amount in "%s": %s', async (locale, typed, shown, value) => {
  const { field, reported, user } = setUp({ locale })
  await user.type(field, typed)
  expect(withCaret(field)).toBe(`${shown}|`)
  expect(reported.at(-1)).toBe(value)
})

it('groups French digits with the narrow space of the locale', async () => {
  const { field, reported, user } = setUp({ locale: 'fr' })
  await user.type(field, '1234567,8')
  expect(field.value).toBe('1\u202f234\u202f567,8')
  expect(reported.at(-1)).toBe('1234567.8')
})

it.each([
  ['a digit at the start', '1,234|', 0, '9', '9|1,234', '91234'],
  ['a digit in the middle', '1,234|', 3, '9', '12,9|34', '12934'],
  ['a second decimal separator', '1.5|', 1, '.', '1|.5', '1.5'],
  ['a digit beyond the decimals', '1.123456|', 3, '9', '1.19|2345', '1.192345'],
  ['a leading zero', '1,234|', 0, '0', '|1,234', '1234'],
  ['Backspace behind a digit', '1,234,567|', 5, '{Backspace}', '123|,567', '123567'],
  ['Backspace behind a second separator', '1,234,567|', 6, '{Backspace}', '123|,567', '123567'],
  ['Backspace behind a separator', '1,234,567|', 2, '{Backspace}', '|234,567', '234567'],
  ['Delete before a separator', '1,234,567|', 1, '{Delete}', '1|34,567', '134567'],
])('keeps the caret in place: %s', async (_, before, position, keys, after, value) => {
  const { field, user, last } = setUp()
  await user.type(field, before.replace(/[,|]/g, ''))
  expect(withCaret(field)).toBe(before)
  field.setSelectionRange(position, position)
  await user.keyboard(keys)
  expect(withCaret(field)).toBe(after)
  expect(last()).toBe(value)
})

it('keeps the caret behind text pasted in the middle', async () => {
  const { field, user, last } = setUp()
  await user.type(field, '1234')
  field.setSelectionRange(3, 3)
  await user.paste('99')
  await waitFor(() => expect(withCaret(field)).toBe('129,9|34'))
  expect(last()).toBe('129934')
})

it('keeps the value of a grouped text that is edited before the editor has loaded', () => {
  const { field, reported } = setUp()
  for (const text of ['1', '12', '123', '1234', '1,2345'])
    fireEvent(field, Object.assign(createInputEvent(field, text), { inputType: 'insertText', data: '1' }))
  expect(reported.at(-1)).toBe('12345')
  expect(field.value).toBe('12,345')
})

it('undoes and redoes each change', async () => {
  const { field, user, last } = setUp()
  await user.type(field, '12345')
  await user.keyboard('{Control>}z{/Control}')
  expect(withCaret(field)).toBe('1,234|')
  await user.keyboard('{Meta>}zz{/Meta}')
  expect(withCaret(field)).toBe('12|')
  expect(last()).toBe('12')
  await user.keyboard('{Control>}{Shift>}z{/Shift}y{/Control}')
  expect(withCaret(field)).toBe('1,234|')
  await user.keyboard('9{Control>}y{/Control}')
  expect(last()).toBe('12349')
  fireEvent(field, Object.assign(createInputEvent(field, '1,2'), { inputType: 'historyUndo' }))
  expect(last()).toBe('1234')
})
