/**
 * A copy of the own fields without a prototype, so that fields that a script adds to
 * `Object.prototype` are not read.
 */
export function ownFields<Fields extends object>(fields: Fields): Fields {
  return { __proto__: null, ...fields }
}
