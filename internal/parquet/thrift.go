package parquet

import "encoding/binary"

// compact writes Thrift's compact protocol, in which the format's headers and
// footer are: https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
type compact struct {
	b    []byte
	last []int16 // the last field of each open struct
}

// Types of the protocol.
const (
	thriftI32    = 5
	thriftI64    = 6
	thriftBinary = 8
	thriftList   = 9
	thriftStruct = 12
)

func (c *compact) open() { c.last = append(c.last, 0) }

func (c *compact) close() {
	c.b = append(c.b, 0)
	c.last = c.last[:len(c.last)-1]
}

func (c *compact) field(id int16, kind byte) {
	last := &c.last[len(c.last)-1]
	if delta := id - *last; delta > 0 && delta <= 15 {
		c.b = append(c.b, byte(delta)<<4|kind)
	} else {
		c.b = append(c.b, kind)
		c.b = binary.AppendVarint(c.b, int64(id))
	}
	*last = id
}

func (c *compact) i32(id int16, v int32) {
	c.field(id, thriftI32)
	c.b = binary.AppendVarint(c.b, int64(v))
}

func (c *compact) i64(id int16, v int64) {
	c.field(id, thriftI64)
	c.b = binary.AppendVarint(c.b, v)
}

func (c *compact) text(id int16, v string) {
	c.field(id, thriftBinary)
	c.bytes([]byte(v))
}

func (c *compact) bytes(v []byte) {
	c.b = binary.AppendUvarint(c.b, uint64(len(v)))
	c.b = append(c.b, v...)
}

func (c *compact) list(id int16, kind byte, size int) {
	c.field(id, thriftList)
	if size < 15 {
		c.b = append(c.b, byte(size)<<4|kind)
		return
	}
	c.b = append(c.b, 0xf0|kind)
	c.b = binary.AppendUvarint(c.b, uint64(size))
}

func (c *compact) sub(id int16) {
	c.field(id, thriftStruct)
	c.open()
}

// Kinds of page.
const (
	pageData       = 0
	pageDictionary = 2
)

func appendPageHeader(b []byte, kind int32, values int, encoding int32, plain, packed int) []byte {
	c := compact{b: b}
	c.open()
	c.i32(1, kind)
	c.i32(2, int32(plain))
	c.i32(3, int32(packed))
	if kind == pageDictionary {
		c.sub(7)
		c.i32(1, int32(values))
		c.i32(2, encoding)
		c.close()
	} else {
		c.sub(5)
		c.i32(1, int32(values))
		c.i32(2, encoding)
		c.i32(3, encodingRLE) // of definition levels
		c.i32(4, encodingRLE) // of repetition levels, which there are none
		c.close()
	}
	c.close()
	return c.b
}

// footer is the file's metadata.
func (w *Writer) footer() []byte {
	var c compact
	rows := 0
	for _, g := range w.groups {
		rows += g.rows
	}
	c.open()
	c.i32(1, 2)
	c.list(2, thriftStruct, len(w.columns)+1)
	c.root(len(w.columns))
	for _, column := range w.columns {
		c.element(column.element())
	}
	c.i64(3, int64(rows))
	c.list(4, thriftStruct, len(w.groups))
	for _, g := range w.groups {
		w.group(&c, g)
	}
	c.text(6, "recon")
	c.close()
	return c.b
}

func (c *compact) root(children int) {
	c.open()
	c.text(4, "schema")
	c.i32(5, int32(children))
	c.close()
}

func (c *compact) element(e element) {
	c.open()
	c.i32(1, e.physical)
	repetition := int32(0)
	if e.optional {
		repetition = 1
	}
	c.i32(3, repetition)
	c.text(4, e.name)
	c.i32(6, e.converted)
	c.close()
}

func (w *Writer) group(c *compact, g group) {
	var plain, packed int64
	c.open()
	c.list(1, thriftStruct, len(g.chunks))
	for i, ch := range g.chunks {
		plain, packed = plain+ch.plain, packed+ch.packed
		c.open()
		c.i64(2, 0)
		c.sub(3)
		c.chunk(ch, w.columns[i].element())
		c.close()
		c.close()
	}
	c.i64(2, plain)
	c.i64(3, int64(g.rows))
	c.i64(6, packed)
	c.close()
}

// chunk is the metadata of one column in one group.
func (c *compact) chunk(ch chunk, e element) {
	c.i32(1, e.physical)
	c.list(2, thriftI32, len(ch.encodings))
	for _, encoding := range ch.encodings {
		c.b = binary.AppendVarint(c.b, int64(encoding))
	}
	c.list(3, thriftBinary, 1)
	c.bytes([]byte(e.name))
	c.i32(4, ch.codec)
	c.i64(5, int64(ch.values))
	c.i64(6, ch.plain)
	c.i64(7, ch.packed)
	c.i64(9, ch.data)
	if ch.dictionary > 0 {
		c.i64(11, ch.dictionary)
	}
	c.sub(12)
	c.i64(3, ch.nulls)
	if ch.max != nil {
		c.field(5, thriftBinary)
		c.bytes(ch.max)
		c.field(6, thriftBinary)
		c.bytes(ch.min)
	}
	c.close()
	if ch.filter > 0 {
		c.i64(14, ch.filter)
		c.i32(15, ch.filterBytes)
	}
}
