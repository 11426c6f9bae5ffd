import type { ComponentType } from 'react'
import { withNeeds } from '../../components/later-parts.ts'
import { optionalPart } from '../../components/optional-part.tsx'
import type { formParts } from './form-parts.tsx'

type FormParts = typeof formParts
type PropsOf<Part> = Part extends (props: infer Props extends object) => unknown ? Props : never
type FormProps = { [Name in keyof FormParts]: PropsOf<FormParts[Name]> }

const loadFormParts = () => withNeeds(import('./form-parts.tsx'))

/**
 * Returns a form part by its name in `form-parts.tsx`. The first rendered part loads all of them.
 */
export function formPart<Name extends keyof FormParts>(name: Name) {
  return optionalPart(
    async () => (await loadFormParts()).formParts[name] as unknown as ComponentType<FormProps[Name]>,
  )
}
