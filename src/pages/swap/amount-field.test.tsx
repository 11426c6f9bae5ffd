import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { FixtureContext } from '../../../stories/support/fixture-context.tsx'
import { AmountField } from './amount-field.tsx'

interface FieldProps {
  decimals: number
  onTell: (value: string) => void
}

function Field({ decimals, onTell }: FieldProps) {
  const [value, setValue] = useState('')
  return (
    <AmountField
      label="Amount"
      value={value}
      decimals={decimals}
      onChange={(next) => {
        onTell(next)
        setValue(next)
      }}
    />
  )
}

function setUp({ locale = 'en', decimals = 6 } = {}) {
  const told: string[] = []
  render(
    <FixtureContext config={{ locale }}>
      <Field decimals={decimals} onTell={(value) => told.push(value)} />
    </FixtureContext>,
  )
  return { field: screen.getByLabelText<HTMLInputElement>('Amount'), told, user: userEvent.setup() }
}

it('keeps what is being typed and tells what it means', async () => {
  const { field, told, user } = setUp()
  await user.type(field, '1.50')
  expect(field.value).toBe('1.50')
  expect(told.at(-1)).toBe('1.5')
})

it('starts an amount below one from its point', async () => {
  const { field, told, user } = setUp()
  await user.type(field, '.5')
  expect(field.value).toBe('0.5')
  expect(told.at(-1)).toBe('0.5')
})

it('takes a decimal comma in every locale and shows the locale’s own', async () => {
  const english = setUp({ locale: 'en' })
  await english.user.type(english.field, '1,5')
  expect(english.field.value).toBe('1.5')
  expect(english.told.at(-1)).toBe('1.5')
})

it('shows a decimal comma in German', async () => {
  const { field, told, user } = setUp({ locale: 'de' })
  await user.type(field, '1.25')
  expect(field.value).toBe('1,25')
  expect(told.at(-1)).toBe('1.25')
})

it('cuts digits the token does not have', async () => {
  const { field, told, user } = setUp({ decimals: 2 })
  await user.type(field, '1.2345')
  expect(field.value).toBe('1.23')
  expect(told.at(-1)).toBe('1.23')
})

it('leaves out what is not a number', async () => {
  const { field, told, user } = setUp()
  await user.type(field, '1e5-x2')
  expect(field.value).toBe('152')
  expect(told.at(-1)).toBe('152')
})

it('understands a pasted amount with groups and a unit', async () => {
  const { field, told, user } = setUp()
  await user.click(field)
  await user.paste('1,234.5 USDC')
  await waitFor(() => expect(field.value).toBe('1234.5'))
  expect(told.at(-1)).toBe('1234.5')
})

it('keeps what is typed while an earlier paste is still read', async () => {
  const { field, told, user } = setUp()
  await user.click(field)
  fireEvent(field, Object.assign(createInputEvent(field, '1,234.5'), { inputType: 'insertFromPaste' }))
  fireEvent(field, Object.assign(createInputEvent(field, '7'), { inputType: 'insertText', data: '7' }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toEqual(['7'])
})

it('is large enough not to make a phone zoom, and asks for a decimal keypad', () => {
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
])('reads digits that come grouped, by "%s", as what they mean', async (inputType, text, value) => {
  const { field, told } = setUp()
  fireEvent(field, Object.assign(createInputEvent(field, text), { inputType }))
  await waitFor(() => expect(told).toEqual([value]))
})

it('reads what a keyboard composes key by key as typed', () => {
  const { field, told } = setUp()
  for (const text of ['1', '1,', '1.2', '1.23', '1.234']) {
    fireEvent(
      field,
      Object.assign(createInputEvent(field, text), { inputType: 'insertCompositionText', data: text }),
    )
  }
  expect(told.at(-1)).toBe('1.234')
})

it('can be emptied by a deletion', () => {
  const { field, told } = setUp()
  fireEvent(field, Object.assign(createInputEvent(field, '7'), { inputType: 'insertText', data: '7' }))
  fireEvent(field, Object.assign(createInputEvent(field, ''), { inputType: 'deleteContentBackward' }))
  expect(told).toEqual(['7', ''])
})

/** The event of a browser that has changed the text of a field. */
function createInputEvent(field: HTMLInputElement, text: string): Event {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  return new Event('input', { bubbles: true })
}

it('is written over as a whole where all of an estimate was selected when a newer one came', async () => {
  const told: string[] = []
  const field = (estimate: bigint) => (
    <FixtureContext>
      <AmountField
        label="Amount"
        value=""
        decimals={6}
        estimate={estimate}
        onChange={(next) => told.push(next)}
      />
    </FixtureContext>
  )
  const { rerender } = render(field(2_838_120_000n))
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await userEvent.click(input)
  input.select()
  rerender(field(2_839_000_000n))
  expect(input.value).toBe('2839')
  await userEvent.keyboard('5')
  expect(told).toEqual(['5'])
  input.setSelectionRange(1, 1)
  rerender(field(2_840_000_000n))
  expect(input.selectionStart).toBe(input.selectionEnd)
})
