32$$1$0$0$
#
link$[120001]$None$None$None$None$None$[200001]$#$#$$$_1$
