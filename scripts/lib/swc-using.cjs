// @ts-nocheck: what this adds is missing from the package's types too.
/* oxlint-disable typescript/no-deprecated */
// Preloaded for dependency-cruiser: swc parses `using` declarations, but its old visitor, which dependency-cruiser
// uses, fails on them. https://github.com/tc39/proposal-explicit-resource-management
const { Visitor } = require('@swc/core/Visitor.js');

const { visitStatement } = Visitor.prototype;

Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};
