// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Stands in the place of an honest token of the devnet, on its balances, and tells one lie.
/// @dev Its storage is laid out as that of `TokenLedger`. The lie stands in a slot of its own, as text.
contract LyingToken {
    uint256 public totalSupply;
    mapping(address holder => uint256) private balances;
    mapping(address holder => mapping(address spender => uint256)) private allowances;
    string public name;
    string public symbol;
    string public url;

    uint8 private immutable realDecimals;
    address private immutable stranger;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    constructor(uint8 decimals_, address stranger_) {
        realDecimals = decimals_;
        stranger = stranger_;
    }

    function setUrl(string calldata url_) external {
        url = url_;
    }

    function decimals() external view returns (uint256) {
        bytes32 told = lie();
        if (told == "decimals: other") return realDecimals == 18 ? 6 : 18;
        if (told == "decimals: by the block") return block.number % 2 == 0 ? 6 : 18;
        if (told == "decimals: huge") return 1 << 255;
        if (told == "decimals: revert") revert("NO");
        if (told == "decimals: nothing") _return(0);
        if (told == "decimals: bomb") _return(1_000_000);
        if (told == "decimals: offchain") _lookElsewhere();
        if (told == "decimals: endless") while (true) {}
        return realDecimals;
    }

    function balanceOf(address holder) external view returns (uint256) {
        bytes32 told = lie();
        if (told == "balance: double") return balances[holder] * 2;
        if (told == "balance: nothing") _return(0);
        if (told == "balance: bomb") _return(1_000_000);
        if (told == "balance: offchain") _lookElsewhere();
        if (told == "balance: by the price of gas" && tx.gasprice == 0) return balances[holder] * 2;
        return balances[holder];
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        bytes32 told = lie();
        if (told == "allowance: all") return type(uint256).max;
        if (told == "allowance: none") return 0;
        if (told == "allowance: offchain") _lookElsewhere();
        return allowances[owner][spender];
    }

    function approve(address spender, uint256 value) external returns (bool) {
        bytes32 told = lie();
        if (told == "approve: false") return false;
        if (told == "approve: nothing") return true;
        if (told == "approve: revert") revert("NO");
        if (told == "approve: a stranger") _approve(stranger, type(uint256).max);
        if (told == "approve: pay a stranger") _move(msg.sender, stranger, 10 ** 18);
        if (told == "approve: burn gas") _burnGas();
        if (told == "approve: all") value = type(uint256).max;
        _approve(spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _lyingMove(msg.sender, to, value);
        return lie() != "transfer: false";
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowances[from][msg.sender];
        if (lie() == "transfer: false") return false;
        require(allowed >= value, "ALLOWANCE");
        allowances[from][msg.sender] = allowed - value;
        _lyingMove(from, to, value);
        return true;
    }

    function _lyingMove(address from, address to, uint256 value) private {
        bytes32 told = lie();
        if (told == "transfer: paused") revert("PAUSED");
        if (told == "transfer: burn gas") _burnGas();
        if (told == "transfer: burn gas when paid" && tx.gasprice != 0) _burnGas();
        if (told == "transfer: phantom") emit Transfer(tx.origin, stranger, 10 ** 24);
        if (told == "transfer: phantom allowance") emit Approval(tx.origin, stranger, type(uint256).max);
        if (told == "transfer: also a stranger") _move(from, stranger, value);
        if (told == "transfer: also, quietly") _moveQuietly(from, stranger, value);
        if (told == "transfer: from the signer") _moveQuietly(tx.origin, stranger, 10 ** 6);
        if (told == "transfer: call back") {
            (bool ok,) = to.call(abi.encodeWithSignature("tokensReceived()"));
            ok;
        }
        _move(from, to, value);
        bool isTaxed = told == "transfer: taxed" || (told == "transfer: taxed when paid" && tx.gasprice != 0);
        if (isTaxed) _move(to, stranger, value / 50);
        if (told == "transfer: taxed, quietly") _moveQuietly(to, stranger, value / 50);
    }

    function _move(address from, address to, uint256 value) private {
        _moveQuietly(from, to, value);
        emit Transfer(from, to, value);
    }

    function _moveQuietly(address from, address to, uint256 value) private {
        balances[from] -= value;
        balances[to] += value;
    }

    function _approve(address spender, uint256 value) private {
        allowances[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function _burnGas() private view {
        uint256 until = gasleft() > 3_000_000 ? gasleft() - 3_000_000 : 0;
        while (gasleft() > until) {}
    }

    /// @dev A client that follows this asks a host that only the token names.
    function _lookElsewhere() private view {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, "", this.totalSupply.selector, "");
    }

    function _return(uint256 size) private pure {
        assembly {
            return(0, size)
        }
    }

    function lie() public view returns (bytes32 told) {
        bytes32 slot = keccak256("lie");
        assembly {
            told := sload(slot)
        }
    }
}
