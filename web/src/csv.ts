// Rows of the data as CSV.
export interface Column {
  name: string;
  value: (row: number) => string | number;
}

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

export function csv(rows: Iterable<number>, columns: Column[]): string {
  const lines = [columns.map((c) => quoted(c.name)).join(",")];
  for (const row of rows) lines.push(columns.map((c) => quoted(String(c.value(row)))).join(","));
  return lines.join("\n") + "\n";
}
