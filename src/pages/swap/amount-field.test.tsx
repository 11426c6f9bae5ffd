import { render, screen } from '@testing-library/react'
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
  expect(field.value).toBe('1234.5')
  expect(told.at(-1)).toBe('1234.5')
})

it('is large enough not to make a phone zoom, and asks for a decimal keypad', () => {
  const { field } = setUp()
  expect(field.inputMode).toBe('decimal')
  expect(field.type).toBe('text')
})
