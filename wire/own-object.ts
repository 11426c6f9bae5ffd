import * as v from 'valibot'

/** As `own-fields.ts` of the widget, whose file would be one more request before the first price. */
export function ownFields<Fields extends object>(fields: Fields): Fields {
  return { __proto__: null, ...fields }
}

/**
 * As `v.object`, but reads own fields only, and returns an object without a prototype: fields that a
 * script adds to `Object.prototype` are neither read nor found in the result.
 */
export function object<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const schema = v.object(ownFields(entries))
  const run = schema['~run'].bind(schema)
  return Object.assign(schema, {
    '~run': (...[dataset, config]: Parameters<typeof run>) => {
      const { value } = dataset
      const own = typeof value === 'object' && value !== null ? ownFields(value) : value
      const result = run({ ...dataset, value: own }, config)
      if (result.typed) result.value = ownFields(result.value)
      return result
    },
  })
}
